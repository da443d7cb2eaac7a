import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApplicationCalls } from '#client/api/application-calls.ts';
import { postWebStatus } from '#client/api/retry.ts';
import { callOver } from './call-over.ts';

/** The refusal of a change after submission. */
const SUBMITTED = -1;

const answerOf = (status: number): Response =>
  status === SUBMITTED
    ? new Response('{"message":".","web_status":"submitted"}', { status: 409 })
    : new Response('{"message":"."}', { status });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each<[string, number[], number, boolean]>([
  ['is posted once when it succeeds', [200], 1, true],
  ['is tried again twice', [500, 503, 200], 3, true],
  ['is given up after the third try', [500, 500, 500, 200], 3, false],
  ['is not tried again without a session', [401, 200], 1, false],
  ['counts as reached when another tab took the step', [409, 200], 1, true],
  ['is not reached when another tab submitted', [SUBMITTED, 200], 1, false],
])('the web status %s', async (_, statuses, tries, succeeds) => {
  let count = 0;
  const call = callOver(async () => answerOf(statuses[count++] ?? 500));
  const posted = postWebStatus(createApplicationCalls(call), 'started').then(
    () => true,
    () => false,
  );
  await vi.runAllTimersAsync();
  expect(await posted).toBe(succeeds);
  expect(count).toBe(tries);
});

it("the web status is retried after the server's Retry-After", async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const answers = [new Response('{}', { status: 503, headers: { 'retry-after': '9' } }), answerOf(500)];
  let count = 0;
  const call = callOver(async () => answers[count++] ?? answerOf(200));
  const posted = postWebStatus(createApplicationCalls(call), 'started');
  await vi.advanceTimersByTimeAsync(8_999);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(2_251);
  expect(count).toBe(2);
  await vi.advanceTimersByTimeAsync(1_998);
  expect(count).toBe(2);
  await vi.runAllTimersAsync();
  await posted;
  expect(count).toBe(3);
});
