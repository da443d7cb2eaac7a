import { describe, expect, test } from 'vitest';
import { countMails } from '#server/metrics/instrumentation.ts';
import { COUNTERS, createMetrics } from '#server/metrics/metrics.ts';

const MAIL = { to: 'ada@example.org', subject: 'x', text: 'x' };

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
