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

/** The next call is made and takes so long. */
async function call(ms: number, fault?: Error): Promise<void> {
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  await vi.advanceTimersByTimeAsync(ms);
  answer?.(fault);
  await vi.advanceTimersByTimeAsync(0);
}

test('calls that are answered at once wait for nothing', async () => {
  await call(0);
  await call(0);
  expect(delay.read()).toBe(0);
});

test('one call that waits is no delay, two in a row are one by the smaller', async () => {
  await call(0);
  await call(488);
  expect(delay.read()).toBe(0);
  await call(300);
  expect(delay.read()).toBe(300);
  await call(5);
  expect(delay.read()).toBe(5);
});

test('a call that is not answered counts by what it has taken, by itself once that is a second', async () => {
  await call(0);
  await vi.advanceTimersByTimeAsync(EVERY_MS + 999);
  expect(delay.read()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(delay.read()).toBe(1000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(delay.read()).toBe(3000);
});

test('a call that fails counts as one that is answered', async () => {
  await call(400, new Error('gone'));
  await call(600, new Error('gone'));
  expect(delay.read()).toBe(400);
});

test('no call is made after the stop', async () => {
  await delay.stop();
  answer = undefined;
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(answer).toBeUndefined();
});
