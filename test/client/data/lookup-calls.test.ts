import { expect, test } from 'vitest';
import { createCall, type Call } from '#client/data/call.ts';
import { createLookupCalls } from '#client/data/lookup-calls.ts';
import * as errorTexts from '#generated/texts/error.ts';

/** The look-up calls, and the addresses that they ask. */
function collectCalls() {
  const asked: string[] = [];
  const call: Call = (_method, address) => {
    asked.push(address);
    return Promise.reject(new Error('nobody answers'));
  };
  return { asked, calls: createLookupCalls(call) };
}

/** The look-up calls over a network that answers this. */
function answered(body: unknown) {
  const call = createCall(
    async () => new Response(JSON.stringify(body)),
    () => {},
  );
  return createLookupCalls(call);
}

const { signal } = new AbortController();
const east = { category: 'hs_ceeb', query: 'east' };

test.each([
  [{}, ''],
  [{ state: 'CO' }, '&near=CO'],
  [{ country: 'DEU' }, '&country=DEU'],
])('a search beside %j asks for five, and names the place', async (beside, place) => {
  const { asked, calls } = collectCalls();
  await expect(calls.search({ ...east, ...beside }, signal)).rejects.toThrow('nobody answers');
  expect(asked).toEqual([`/lookup/find?query=east&category=hs_ceeb&max_results=5${place}`]);
});

test('a search asks for no more than the call takes', async () => {
  const { asked, calls } = collectCalls();
  await expect(calls.search({ ...east, query: 'e'.repeat(90) }, signal)).rejects.toThrow('nobody answers');
  expect(asked[0]).toContain(`query=${'e'.repeat(80)}&`);
});

test('a search that is too long is not cut inside a character', async () => {
  const { asked, calls } = collectCalls();
  await expect(calls.search({ ...east, query: `a${'😀'.repeat(90)}` }, signal)).rejects.toThrow(
    'nobody answers',
  );
  expect(asked[0]).toContain(`query=a${encodeURIComponent('😀'.repeat(79))}&`);
});

test('a list answers a search and an entry answers an id, never the other way round', async () => {
  const list = [{ id: '1', text: 'East High School', sub_text: 'Denver, CO' }];
  const entry = { name: 'East High School' };
  await expect(answered(list).search(east, signal)).resolves.toEqual(list);
  await expect(answered(entry).find({ category: 'hs_ceeb', id: '1' }, signal)).resolves.toEqual(entry);
  await expect(answered(entry).search(east, signal)).rejects.toThrow(errorTexts.unexpected.text);
  await expect(answered(list).find({ category: 'hs_ceeb', id: '1' }, signal)).rejects.toThrow(
    errorTexts.unexpected.text,
  );
});

test('a search that is called off ends on the network too', async () => {
  const ended: unknown[] = [];
  const call = createCall(
    (_address, init) =>
      new Promise((_answer, reject) => {
        init?.signal?.addEventListener('abort', () => {
          ended.push(init.signal?.aborted);
          reject(new Error('called off'));
        });
      }),
    () => {},
  );
  const controller = new AbortController();
  const search = createLookupCalls(call).search(east, controller.signal);
  controller.abort();
  await expect(search).rejects.toMatchObject({ code: 'unreachable' });
  expect(ended).toEqual([true]);
});
