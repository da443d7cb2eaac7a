import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, engineAges } from '#server/metrics/engine-ages.ts';
import { countMails } from '#server/metrics/instrumentation.ts';
import { COUNTERS, createMetrics } from '#server/metrics/metrics.ts';

const root = path.resolve(import.meta.dirname, '../..');
const packageJson: { readonly dependencies: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const MAIL = { to: 'ada@example.org', subject: 'x', text: 'x' };

const now = (): Date => new Date('2026-11-10T00:00:00Z');

async function ageIn(name: string, env: Record<string, string>): Promise<unknown> {
  return engineAges(env, now)
    .find((gauge) => gauge.name === name)
    ?.read();
}

describe('the age of a program that reads what strangers send', () => {
  test.each(ENGINES)('counts from the day of the version in package.json: $title', ({ from, version }) => {
    expect(packageJson.dependencies).toMatchObject({ [from]: version });
  });

  test('is that of the package, or of the file that is used instead', async () => {
    const days = (Date.parse('2026-11-10') - Date.parse('2026-09-11')) / 1000;
    expect(await ageIn('matricula_chromium_age_seconds', {})).toBe(days);
    const folder = mkdtempSync(path.join(tmpdir(), 'matricula-engine-'));
    const soffice = path.join(folder, 'soffice');
    writeFileSync(soffice, '');
    utimesSync(soffice, now(), new Date('2026-11-09T00:00:00Z'));
    expect(await ageIn('matricula_libreoffice_age_seconds', { PATH: folder })).toBe(86_400);
    expect(await ageIn('matricula_chromium_age_seconds', { CHROMIUM_PATH: soffice })).toBe(86_400);
    rmSync(folder, { recursive: true });
  });

  test('has a rule that warns after 45 days', () => {
    const rules = readFileSync(path.join(root, 'docs/prometheus-rules.yml'), 'utf8');
    for (const { metric } of ENGINES)
      expect(metric).toMatch(/^matricula_(chromium|libreoffice)_age_seconds$/);
    expect(rules).toContain('{__name__=~"matricula_(chromium|libreoffice)_age_seconds"} > 45 * 86400');
  });
});

describe('the figures', () => {
  test('are lines of the text format, each counter with its meaning from the start', async () => {
    const text = await createMetrics().render([]);
    for (const name of Object.keys(COUNTERS)) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} .+\n# TYPE ${name} counter$`, 'm'));
    }
    expect(text.endsWith('\n')).toBe(true);
  });

  test('count by their labels, which are escaped', async () => {
    const metrics = createMetrics();
    metrics.count('matricula_saves_total');
    metrics.count('matricula_saves_total');
    metrics.count('matricula_throttled_total', { route: 'a"b\\c\nd' });
    const lines = (await metrics.render([])).split('\n');
    expect(lines).toContain('matricula_saves_total 2');
    expect(lines).toContain(String.raw`matricula_throttled_total{route="a\"b\\c\nd"} 1`);
  });

  test('are rendered without the one that cannot be read', async () => {
    const text = await createMetrics().render([
      { name: 'lost', help: 'x', read: () => Promise.reject(new Error('away')) },
      { name: 'found', help: 'x', read: () => 7 },
    ]);
    expect(text).not.toContain('lost');
    expect(text).toContain('# TYPE found gauge\nfound 7\n');
  });

  test('distinguish mails that left from those that failed', async () => {
    const metrics = createMetrics();
    await countMails(async () => undefined, metrics)(MAIL);
    const failing = countMails(() => Promise.reject(new Error('refused')), metrics);
    await expect(failing(MAIL)).rejects.toThrow('refused');
    const text = await metrics.render([]);
    expect(text).toContain('matricula_mails_total{result="sent"} 1\n');
    expect(text).toContain('matricula_mails_total{result="failed"} 1\n');
  });
});
