import { expect, test } from 'vitest';
import type { Call } from '#client/data/call.ts';
import { createLookupCalls } from '#client/data/lookup-calls.ts';

/** The look-up calls, and the addresses that they ask. */
function collectCalls() {
  const asked: string[] = [];
  const call: Call = (_method, address) => {
    asked.push(address);
    return Promise.reject(new Error('nobody answers'));
  };
  return { asked, calls: createLookupCalls(call) };
}

const { signal } = new AbortController();

test.each([
  [{}, ''],
  [{ state: 'CO' }, '&near=CO'],
])('a search beside %j asks for five, and for the student’s own state first', async (beside, near) => {
  const { asked, calls } = collectCalls();
  await expect(calls.search({ category: 'hs_ceeb', query: 'east', ...beside }, signal)).rejects.toThrow('nobody answers');
  expect(asked).toEqual([`/lookup/find?query=east&category=hs_ceeb&max_results=5${near}`]);
});
