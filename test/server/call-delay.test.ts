import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureCallDelay } from '#server/limits/call-delay.ts';

const EVERY_MS = 250;

let delay: ReturnType<typeof measureCallDelay>;
let answer: ((fault?: Error) => void) | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  delay = measureCallDelay(
    () =>
      new Promise<void>((resolve, reject) => {
        answer = (fault) => (fault ? reject(fault) : resolve());
      }),
  );
});
afterEach(async () => {
  await delay.stop();
  vi.useRealTimers();
});

/** Makes the next call, which takes this long. */
async function call(ms: number, fault?: Error): Promise<void> {
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  await vi.advanceTimersByTimeAsync(ms);
  answer?.(fault);
  await vi.advanceTimersByTimeAsync(0);
}

test('immediate calls have no delay', async () => {
  await call(0);
  await call(0);
  expect(delay.read()).toBe(0);
});

test('one slow call is no delay; of two in a row, the smaller counts', async () => {
  await call(0);
  await call(488);
  expect(delay.read()).toBe(0);
  await call(300);
  expect(delay.read()).toBe(300);
  await call(5);
  expect(delay.read()).toBe(5);
});

test('a pending call counts by its time so far, alone after a second', async () => {
  await call(0);
  await vi.advanceTimersByTimeAsync(EVERY_MS + 999);
  expect(delay.read()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(delay.read()).toBe(1000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(delay.read()).toBe(3000);
});

test('a failed call counts like an answered one', async () => {
  await call(400, new Error('gone'));
  await call(600, new Error('gone'));
  expect(delay.read()).toBe(400);
});

test('makes no calls after the stop', async () => {
  await delay.stop();
  answer = undefined;
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(answer).toBeUndefined();
});
