import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { pastDeadlines } from '#scripts/check/past-deadlines.ts';
import { tinyFile, tinyFormWith } from '#test/compiler/tiny-form.ts';

/** The tiny form with two deadlines, 15 minutes of grace, and this late policy. */
function formWith(afterDeadline: 'accept' | 'refuse'): string {
  const dates = [
    { term: 'flat', until: '2026-01-15T23:59' },
    { term: 'tower', until: '2026-03-01T23:59' },
  ];
  const deadlines = { question: 'home', dates, afterDeadline, grace_minutes: 15 };
  const partner = { ...tinyFile('partners/default.json'), time_zone: 'America/Denver', deadlines };
  return tinyFormWith({ 'partners/default.json': partner });
}

test.each([
  ['accept', '2026-01-16T06:59:59Z', []],
  ['accept', '2026-01-16T07:00:00Z', ['76 past-deadline']],
  ['accept', '2026-03-02T07:15:00Z', ['76 past-deadline', '80 past-deadline']],
  ['refuse', '2026-03-02T07:14:59Z', ['76 past-deadline', '80 past-deadline']],
  ['refuse', '2026-03-02T07:15:00Z', ['75 all-deadlines-past']],
] as const)('npm run check reports past deadlines, where "%s" at %s', (after, now, expected) => {
  const faults = pastDeadlines(compileSchemas(formWith(after)).partners, new Date(now));
  expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual(expected);
});

test('npm run check ends with 1 if all deadlines are past and late applications are refused', () => {
  const check = ['scripts/check.ts', formWith('refuse')];
  const { status, stderr } = spawnSync(process.execPath, check, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('schemas/partners/default.json:75:5 (all-deadlines-past)');
});
