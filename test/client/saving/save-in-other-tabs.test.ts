import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  OTHER_TABS_SAVE_TIMEOUT,
  OTHER_TABS_REPLY_WINDOW,
  saveInOtherTabs,
  saveOnRequest,
} from '#client/saving/sync-tabs.ts';
import { createFakeBrowser } from '../screens/fake-browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Saves in the other tabs before a log-out. */
function leaveNextTo(others: readonly (Promise<boolean> | undefined)[]) {
  const browser = createFakeBrowser();
  const openTab = () => browser.open(() => new Date()).otherTabs;
  for (const other of others) saveOnRequest(openTab(), () => other);
  const ends: boolean[] = [];
  void saveInOtherTabs(openTab()).then((areSaved) => ends.push(areSaved));
  return { ends, pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) };
}

const after = (milliseconds: number, isSaved: boolean): Promise<boolean> =>
  new Promise((resolve) => setTimeout(() => resolve(isSaved), milliseconds));

it.each([
  ['no other', [], true],
  ['one with nothing to save', [undefined], true],
  ['one that saves', [Promise.resolve(true)], true],
  ['one that cannot save', [Promise.resolve(true), Promise.resolve(false)], false],
])('next to %s, continues after the responses', async (_, others, areSaved) => {
  const { ends, pass } = leaveNextTo(others);
  await pass(OTHER_TABS_REPLY_WINDOW - 1);
  expect(ends).toEqual([]);
  await pass(1);
  expect(ends).toEqual([areSaved]);
});

it('waits for a slow save', async () => {
  const { ends, pass } = leaveNextTo([after(0, true), after(5_000, true)]);
  await pass(4_999);
  expect(ends).toEqual([]);
  await pass(1);
  expect(ends).toEqual([true]);
});

it('does not wait forever', async () => {
  const { ends, pass } = leaveNextTo([new Promise(() => {})]);
  await pass(OTHER_TABS_SAVE_TIMEOUT);
  expect(ends).toEqual([false]);
});
