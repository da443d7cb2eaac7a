import { expect, test } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { pastDeadlines } from '#scripts/check/past-deadlines.ts';

test('npm run check names the deadlines that are past, from their last moment on', () => {
  const { partners } = compileSchemas();
  const settings = partners.get('default')?.settings;
  const [first] = deadlinesOf(Object(settings))?.dates ?? [];
  const ends = Date.parse(first?.ends ?? '');
  const ofDefault = (now: number): readonly string[] =>
    pastDeadlines(partners, new Date(now)).filter((line) => line.includes('partners/default.json'));
  expect(ofDefault(ends - 1)).toEqual([]);
  expect(ofDefault(ends)).toEqual([
    `The deadline for “${first?.label}” (${first?.term}) in partners/default.json is past: who chooses it is taken as late.`,
  ]);
});
