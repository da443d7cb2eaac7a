import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Call } from '#client/api/call.ts';
import { createLookupCalls } from '#client/api/lookup-calls.ts';
import { errorTexts } from '#generated/texts.ts';
import { callOver } from './call-over.ts';

/** Look-up calls and their URLs. */
function collectCalls() {
  const urls: string[] = [];
  const call: Call = (_method, address) => {
    urls.push(address);
    return Promise.reject(new Error('nobody answers'));
  };
  return { urls, calls: createLookupCalls(call) };
}

/** Look-up calls over a network with this response. */
function answered(body: unknown, headers: Record<string, string> = {}) {
  const call = callOver(async () => new Response(JSON.stringify(body), { headers }));
  return createLookupCalls(call);
}

const { signal } = new AbortController();
const east = { category: 'hs_ceeb', query: 'east' };

test.each([
  [{}, ''],
  [{ state: 'CO' }, '&near=CO'],
  [{ country: 'DEU' }, '&country=DEU'],
])('a search next to %j requests five, and names the place', async (beside, place) => {
  const { urls, calls } = collectCalls();
  await expect(calls.search({ ...east, ...beside }, signal)).rejects.toThrow('nobody answers');
  expect(urls).toEqual([`/lookup/find?query=east&category=hs_ceeb&max_results=5${place}`]);
});

test('a long search is not cut inside a character', async () => {
  const { urls, calls } = collectCalls();
  await expect(calls.search({ ...east, query: `a${'😀'.repeat(90)}` }, signal)).rejects.toThrow(
    'nobody answers',
  );
  expect(urls[0]).toContain(`query=a${encodeURIComponent('😀'.repeat(79))}&`);
});

test('a search expects a list, and an ID an entry', async () => {
  const list = [{ id: '1', text: 'East High School', sub_text: 'Denver, CO' }];
  const entry = { name: 'East High School' };
  await expect(answered(list).search(east, signal)).resolves.toEqual({ items: list, hasMore: false });
  await expect(answered(entry).find({ category: 'hs_ceeb', id: '1' }, signal)).resolves.toEqual(entry);
  await expect(answered(entry).search(east, signal)).rejects.toThrow(errorTexts.unexpected.text);
  await expect(answered(list).find({ category: 'hs_ceeb', id: '1' }, signal)).rejects.toThrow(
    errorTexts.unexpected.text,
  );
});

test('a list reports whether there are more matches', async () => {
  const calls = answered([], { 'x-more-matches': 'yes' });
  await expect(calls.search(east, signal)).resolves.toEqual({ items: [], hasMore: true });
});

test('a canceled search is aborted on the network', async () => {
  const ended: unknown[] = [];
  const call = callOver(
    (_address, init) =>
      new Promise((_answer, reject) => {
        init?.signal?.addEventListener('abort', () => {
          ended.push(init.signal?.aborted);
          reject(new Error('called off'));
        });
      }),
  );
  const controller = new AbortController();
  const search = createLookupCalls(call).search(east, controller.signal);
  controller.abort();
  await expect(search).rejects.toMatchObject({ code: 'unreachable' });
  expect(ended).toEqual([true]);
});

/** In milliseconds, as timers of earlier suites can poll forever. */
const LONGER_THAN_ALL_TRIES = 20_000;

/** A network with these responses in order. */
function answeredInTurn(...statuses: readonly number[]) {
  vi.useFakeTimers();
  let urls = 0;
  const call = callOver(async () => {
    const status = statuses[urls] ?? 200;
    urls += 1;
    const headers = { 'retry-after': '3' };
    return new Response(JSON.stringify(status === 200 ? [] : { message: 'Later.' }), { status, headers });
  });
  return { calls: createLookupCalls(call), count: () => urls };
}

describe('a look-up refused by a busy server', () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['is retried until it succeeds', [503, 503, 200], 3, 'fulfilled'],
    ['is given up after three times', [503, 503, 503, 200], 3, 'rejected'],
    ['is not retried on other refusals', [422, 200], 1, 'rejected'],
  ])('%s', async (_name, statuses, times, end) => {
    const { calls, count } = answeredInTurn(...statuses);
    const search = Promise.allSettled([calls.search(east, signal)]);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(count(), 'before the server wants it').toBe(1);
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ALL_TRIES);
    expect([(await search)[0].status, count()]).toEqual([end, times]);
  });

  test('is not retried once canceled', async () => {
    const { calls, count } = answeredInTurn(503);
    const controller = new AbortController();
    const search = calls.search(east, controller.signal);
    const ends = Promise.allSettled([search]);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ALL_TRIES);
    expect(await ends).toMatchObject([{ reason: { status: 503 } }]);
    expect(count()).toBe(1);
  });
});
