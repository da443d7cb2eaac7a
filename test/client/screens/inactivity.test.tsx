import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import '#client/ui/dialog/ModalDialog.tsx';
import { IDLE_TIMEOUT, Inactivity, KEEP_EVERY, PROMPT_BEFORE } from '#client/screens/root/Inactivity.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

let idle = 0;
let kept = 0;
/** Milliseconds of sleep, without timers. */
let slept = 0;

// The library captures the timers on load, so they are faked before.
vi.hoisted(() => vi.useFakeTimers());

beforeEach(() => {
  vi.clearAllTimers();
  idle = 0;
  kept = 0;
  slept = 0;
  const counts = { keepSession: () => (kept += 1), onIdle: () => (idle += 1) };
  render(<Inactivity {...counts} now={() => Date.now() + slept} />, { wrapper: WithDialogs });
});

afterAll(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('a student is warned a minute before the log-out', async () => {
  await pass(IDLE_TIMEOUT - PROMPT_BEFORE - 1_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(2_000);
  expect(screen.getByRole('dialog', { name: 'Still working?' })).toBeDefined();
  expect(idle).toBe(0);
});

it('an idle student is logged out after 15 minutes, once', async () => {
  await pass(IDLE_TIMEOUT + 1_000);
  expect(idle).toBe(1);
  await pass(IDLE_TIMEOUT);
  expect(idle).toBe(1);
});

it('the warning is announced, counts down and focuses Yes', async () => {
  await pass(IDLE_TIMEOUT - PROMPT_BEFORE + 1_000);
  expect(screen.getByRole('alert').textContent).toContain("we'll save them and log you out");
  expect(screen.getByRole('timer').textContent).toBe('You will be logged out in 59 seconds.');
  await pass(10_000);
  expect(screen.getByRole('timer').textContent).toBe('You will be logged out in 49 seconds.');
  expect(document.activeElement?.textContent).toBe('Yes - Take me back to my application');
});

it('the time can be extended more than ten times', async () => {
  for (let times = 0; times < 12; times += 1) {
    await pass(IDLE_TIMEOUT - 1_000);
    fireEvent.click(screen.getByRole('button', { name: 'Yes - Take me back to my application' }));
  }
  await pass(IDLE_TIMEOUT - PROMPT_BEFORE - 1_000);
  expect(idle).toBe(0);
  await pass(PROMPT_BEFORE + 2_000);
  expect(idle).toBe(1);
});

it('No logs out at once', async () => {
  await pass(IDLE_TIMEOUT - PROMPT_BEFORE + 1_000);
  fireEvent.click(screen.getByRole('button', { name: 'No - Please log me out' }));
  expect(idle).toBe(1);
});

it('activity postpones the warning', async () => {
  await pass(IDLE_TIMEOUT - PROMPT_BEFORE - 1_000);
  fireEvent.keyDown(document.body, { key: 'a' });
  await pass(PROMPT_BEFORE);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('activity without a save keeps the session of the server', async () => {
  await pass(KEEP_EVERY - 1_000);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(kept).toBe(0);
  for (const times of [1, 2]) {
    await pass(KEEP_EVERY);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(kept).toBe(times);
  }
});

it.each([
  ['15 minutes', 1, IDLE_TIMEOUT],
  ['14 minutes', 0, IDLE_TIMEOUT - 60_000],
])('after %s of sleep, the first key logs out %i times', async (_, times, asleep) => {
  await pass(1_000);
  slept = asleep;
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(idle).toBe(times);
});
