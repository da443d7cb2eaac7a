import { beforeEach, describe, expect, test } from 'vitest';
import { createSteadyClock } from '#server/settings/steady-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 1);

describe('the steady clock', () => {
  let wall: number;
  let monotonic: number;
  let clock: () => Date;
  const shown = (): number => clock().getTime() - START;
  const pass = (milliseconds: number): void => {
    wall += milliseconds;
    monotonic += milliseconds;
  };
  beforeEach(() => {
    wall = START;
    monotonic = 0;
    clock = createSteadyClock({ wall: () => wall, monotonic: () => monotonic });
  });

  test("follows the machine's clock until it is set", () => {
    pass(DAY);
    expect(shown()).toBe(DAY);
  });

  test.each([-5 * MINUTE, -HOUR, DAY])(
    'continues when the clock is set by %d ms, and converges slowly',
    (by) => {
      wall += by;
      expect(shown()).toBe(0);
      pass(10 * MINUTE);
      expect(shown()).toBe((10 + Math.sign(by)) * MINUTE);
      pass(20 * DAY);
      expect(shown()).toBe(wall - START);
    },
  );

  test('never goes back', () => {
    let before = shown();
    for (const by of [-HOUR, 3 * HOUR, -2 * DAY, MINUTE, -5 * MINUTE]) {
      wall += by;
      for (let minute = 0; minute < 5; minute += 1) {
        pass(MINUTE);
        expect(shown()).toBeGreaterThan(before);
        before = shown();
      }
    }
  });

  test('follows a jump of fifty years at once', () => {
    wall += 50 * 365 * DAY;
    expect(shown()).toBe(50 * 365 * DAY);
  });
});
