import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProvedLinear } from '#compiler/patterns/linear-time.ts';
import { patternFinding, slownessFinding } from '#compiler/prove/pattern-faults.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';
import { datePattern, decimalPattern } from '#form/validation/ordering-pattern.ts';

const metaPatterns = readdirSync(PROJECT_PATHS.metaFolder).flatMap((name) => {
  const text = readFileSync(path.join(PROJECT_PATHS.metaFolder, name), 'utf8');
  return Array.from(text.matchAll(/"pattern": ("[^"]*")/g), ([, json = '""']) => String(JSON.parse(json)));
});

const OWN = [
  ...Object.values(FORMAT_PATTERNS),
  ...metaPatterns,
  datePattern('lt', '2026-11-22') ?? '',
  decimalPattern('gte', '3.75') ?? '',
];

const pieces = fc.constantFrom(
  'a',
  'b',
  '[ab]',
  '.',
  'a*',
  'a+',
  '.*',
  'b?',
  '(?:ab)*',
  '(?:a|b)+',
  '(?:a|ab?)*',
  '$',
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(pieces, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '+', '{2}'),
  )
  .map(([start, inside, times]) => `${start}(?:${inside.join('')})${times}b$`);

describe('a pattern', () => {
  it.each(OWN)('of the engine is proved to be linear: %s', (own) => {
    expect(isProvedLinear(own)).toBe(true);
  });

  it('is proved to be linear only where no text is slow', async () => {
    await fc.assert(
      fc.asyncProperty(pattern, async (one) => {
        fc.pre(isProvedLinear(one));
        expect(await slownessFinding(one)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it.each(['[0-9]+', '^(?:a+)+b?', '^(?:.|\\s)*$'])(
    'that always matches before it is slow is right: %s',
    async (one) => {
      expect(isProvedLinear(one)).toBe(false);
      expect(await patternFinding(one)).toBeUndefined();
    },
  );
});
