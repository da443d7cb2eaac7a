import { expect, test } from 'vitest';
import { requireAddress, requireTime } from '#scripts/operator-command.ts';

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:30:00Z', '2026-11-01T08:30:00.000Z'],
])('the time %s is understood', (text, time) => {
  expect(requireTime('--since', text).toISOString()).toBe(time);
});

test.each(['1.11.2026', '11/1/2026', 'yesterday', '2026-02-31', '2026-13-01', '2026', ''])(
  'the time %j, which not everybody reads alike, is refused with an example',
  (text) => {
    expect(() => requireTime('--since', text)).toThrow(
      `--since is "${text}", but it must be a day like 2026-11-01.`,
    );
  },
);

test('what is missing is told by its name', () => {
  expect(() => requireTime('--since', undefined)).toThrow('--since is missing.');
  expect(() => requireAddress(undefined)).toThrow('The e-mail address of the student is missing.');
});
