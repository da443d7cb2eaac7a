import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ENGINES, engineAges } from '#server/metrics/gauges.ts';
import { countFileErrors, countMails, countRequests } from '#server/metrics/instrumentation.ts';
import { COUNTERS, createMetrics } from '#server/metrics/metrics.ts';
import { FilesUnavailable } from '#server/database/storage-errors.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const packageJson: { readonly dependencies: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const MAIL = { to: 'ada@example.org', subject: 'x', text: 'x' };
const POSTING = { id: 'one', isAgain: false };

const now = (): Date => new Date('2026-11-10T00:00:00Z');

const gone = () => Promise.reject(new FilesUnavailable(new Error('away')));
const wrong = () => Promise.reject(new Error('wrong key'));
async function* list() {}

async function ageIn(name: string, env: Record<string, string>): Promise<unknown> {
  return engineAges(env, now)
    .find((gauge) => gauge.name === name)
    ?.read();
}

describe('the age of a program for untrusted files', () => {
  test.each(ENGINES)('counts from the day of the version in package.json: $title', ({ from, version }) => {
    expect(packageJson.dependencies).toMatchObject({ [from]: version });
  });

  test('is that of the package, or of the configured file', async () => {
    const days = (Date.parse('2026-11-10') - Date.parse('2026-09-11')) / 1000;
    expect(await ageIn('matricula_chromium_age_seconds', {})).toBe(days);
    const folder = temporaryFolder();
    const soffice = path.join(folder, 'soffice');
    writeFileSync(soffice, '');
    utimesSync(soffice, now(), new Date('2026-11-09T00:00:00Z'));
    expect(await ageIn('matricula_libreoffice_age_seconds', { PATH: folder })).toBe(86_400);
    expect(await ageIn('matricula_chromium_age_seconds', { CHROMIUM_PATH: soffice })).toBe(86_400);
  });

  test('has a rule that warns after 45 days', () => {
    const rules = readFileSync(path.join(root, 'deploy/prometheus-rules.yml'), 'utf8');
    for (const { metric } of ENGINES)
      expect(metric).toMatch(/^matricula_(chromium|libreoffice)_age_seconds$/);
    expect(rules).toContain('{__name__=~"matricula_(chromium|libreoffice)_age_seconds"} > 45 * 86400');
  });
});

describe('metrics', () => {
  test('are in the text format, with help for each counter', async () => {
    const text = await createMetrics().render([]);
    for (const name of Object.keys(COUNTERS)) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} .+\n# TYPE ${name} counter$`, 'm'));
    }
    expect(text.endsWith('\n')).toBe(true);
  });

  test('count by escaped labels', async () => {
    const metrics = createMetrics();
    metrics.count('matricula_saves_total');
    metrics.count('matricula_saves_total');
    metrics.count('matricula_throttled_total', { route: 'a"b\\c\nd' });
    const lines = (await metrics.render([])).split('\n');
    expect(lines).toContain('matricula_saves_total 2');
    expect(lines).toContain(String.raw`matricula_throttled_total{route="a\"b\\c\nd"} 1`);
  });

  test('are rendered without a failing one', async () => {
    const text = await createMetrics(1).render([
      { name: 'lost', help: 'x', read: () => Promise.reject(new Error('away')) },
      { name: 'late', help: 'x', read: () => Promise.withResolvers<number>().promise },
      { name: 'found', help: 'x', read: () => 7 },
      { name: 'split', help: 'x', read: () => [{ labels: { queue: 'mail' }, value: 3 }] },
    ]);
    expect(text).not.toMatch(/lost|late/);
    expect(text).toContain('# TYPE found gauge\nfound 7\n');
    expect(text).toContain('# TYPE split gauge\nsplit{queue="mail"} 3\n');
  });

  test('have cumulative histogram buckets', async () => {
    const metrics = createMetrics();
    const labels = { method: 'PUT', route: '/api/answer' };
    for (const seconds of [0.005, 0.25, 0.25, 11]) metrics.observe(seconds, labels);
    const lines = (await metrics.render([])).split('\n');
    const name = 'matricula_request_duration_seconds';
    const own = 'method="PUT",route="/api/answer"';
    expect(lines).toEqual(
      expect.arrayContaining([
        `# TYPE ${name} histogram`,
        `${name}_bucket{${own},le="0.005"} 1`,
        `${name}_bucket{${own},le="0.2"} 1`,
        `${name}_bucket{${own},le="0.3"} 3`,
        `${name}_bucket{${own},le="10"} 3`,
        `${name}_bucket{${own},le="+Inf"} 4`,
        `${name}_sum{${own}} 11.505`,
        `${name}_count{${own}} 4`,
      ]),
    );
  });

  test('time responses by route pattern, as URLs can hold names', async () => {
    const metrics = createMetrics();
    const app = Fastify();
    await app.register(countRequests, { metrics });
    app.get('/student/:name', async () => 'here');
    app.get('/broken/:name', () => Promise.reject(new Error('a bug')));
    await app.inject('/broken/ada');
    await app.inject('/student/ada?token=secret');
    await app.inject('/nobody/knows');
    const text = await metrics.render([]);
    for (const route of ['/student/:name', 'unknown'])
      expect(text).toContain(`matricula_request_duration_seconds_count{method="GET",route="${route}"} 1`);
    expect(text).toContain('matricula_unexpected_failures_total{route="/broken/:name"} 1\n');
    expect(text).not.toMatch(/ada|secret|nobody/);
    await app.close();
  });

  test.each<[operation: string, (files: FileStore) => Promise<unknown>]>([
    ['read', (files) => files.read('a/b')],
    ['write', (files) => files.write('a/b', Buffer.alloc(0))],
    ['remove', (files) => files.remove(['a/b'])],
    ['presign', (files) => files.presign({ key: 'a/b', maxBytes: 1, expiresAt: now() })],
  ])('count only errors of the bucket: %s', async (operation, ask) => {
    const metrics = createMetrics();
    const files = { list, place: gone, read: gone, write: gone, remove: gone, presign: gone };
    await expect(ask(countFileErrors(files, metrics))).rejects.toThrow(FilesUnavailable);
    const others = { ...files, read: wrong, write: wrong, remove: wrong, presign: wrong };
    await expect(ask(countFileErrors(others, metrics))).rejects.toThrow('wrong key');
    expect(await metrics.render([])).toContain(`matricula_file_faults_total{operation="${operation}"} 1\n`);
  });

  test('distinguish sent and failed mails', async () => {
    const metrics = createMetrics();
    await countMails(async () => undefined, metrics)(MAIL, POSTING);
    const failing = countMails(() => Promise.reject(new Error('refused')), metrics);
    await expect(failing(MAIL, POSTING)).rejects.toThrow('refused');
    const text = await metrics.render([]);
    expect(text).toContain('matricula_mails_total{result="sent"} 1\n');
    expect(text).toContain('matricula_mails_total{result="failed"} 1\n');
  });

  test.each([
    ['ESOCKET', 'connection'],
    ['EAUTH', 'login'],
    ['EREQUIRETLS', 'tls'],
    ['EENVELOPE', 'address'],
    ['EMESSAGE', 'refused'],
    ['ENOSPC', 'other'],
  ])('report why a mail failed: %s', async (code, reason) => {
    const metrics = createMetrics();
    const failing = countMails(() => Promise.reject(Object.assign(new Error('no'), { code })), metrics);
    await expect(failing(MAIL, POSTING)).rejects.toThrow('no');
    expect(await metrics.render([])).toContain(`matricula_mail_failures_total{reason="${reason}"} 1\n`);
  });
});
