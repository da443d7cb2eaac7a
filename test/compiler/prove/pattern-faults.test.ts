import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { patternFinding } from '#compiler/prove/pattern-faults.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';
import { datePattern, decimalPattern } from '#form/validation/ordering-pattern.ts';

const metaPatterns = readdirSync(PROJECT_PATHS.metaFolder).flatMap((name) => {
  const text = readFileSync(path.join(PROJECT_PATHS.metaFolder, name), 'utf8');
  return Array.from(text.matchAll(/"pattern": ("[^"]*")/g), ([, json = '""']) => String(JSON.parse(json)));
});

const OWN = [
  FORMAT_PATTERNS.date,
  FORMAT_PATTERNS.uuid,
  ...metaPatterns,
  datePattern('lt', '2026-11-22') ?? '',
  decimalPattern('gte', '3.75') ?? '',
];

describe('a pattern', () => {
  it.each(OWN)('of the engine is proved to be linear: %s', async (own) => {
    expect(await patternFinding(own)).toBeUndefined();
  });

  // Their high counts take recheck minutes, or look unbounded to it.
  it.each([
    ['uri', `http://0.p${'h.t'.repeat(31_623)}\0`],
    ['email', `a@${'a.'.repeat(31_623)}\0`],
  ] as const)('of the format %s takes linear time', (format, text) => {
    const started = performance.now();
    const isRight = new RegExp(FORMAT_PATTERNS[format], 'u').test(text);

    expect(isRight).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it.each(['[0-9]+', '^(?:a+)+b?', '^(?:.|\\s)*$'])(
    'that always matches before it is slow is accepted: %s',
    async (one) => {
      expect(await patternFinding(one)).toBeUndefined();
    },
  );
});
