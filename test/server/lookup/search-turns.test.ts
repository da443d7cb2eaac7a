import { expect, test } from 'vitest';
import { createSearchTurns } from '#server/lookup/school-directories.ts';
import { TooManyRequests } from '#server/http/refusal.ts';

/** Searches that run until released. */
function startSearches(clients: readonly string[]) {
  const inTurn = createSearchTurns();
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>();
  const started: string[] = [];
  const searches = clients.map((client) =>
    inTurn(client, async () => {
      started.push(client);
      await open;
    }),
  );
  return { started, letGo, ended: Promise.allSettled(searches) };
}

function refusedOf(ended: readonly PromiseSettledResult<void>[]): readonly unknown[] {
  return ended.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
}

test.each([
  ['one network', () => '192.0.2.1'],
  ['one IPv6 customer', (at: number) => `2001:db8:7:${at.toString(16)}::1`],
])('searches of %s queue behind each other only', async (_what, crowdOf) => {
  const crowd = Array.from({ length: 300 }, (_, at) => crowdOf(at));
  const { started, letGo, ended } = startSearches([...crowd, '192.0.2.2', '2001:db8:8::1']);
  await Promise.resolve();
  expect(started).toEqual([...crowd.slice(0, 2), '192.0.2.2', '2001:db8:8::1']);
  letGo();
  const refused = refusedOf(await ended);
  expect(refused).toHaveLength(198);
  expect(refused.every((reason) => reason instanceof TooManyRequests)).toBe(true);
});

test('the total of all networks is limited too', async () => {
  const { letGo, ended } = startSearches(Array.from({ length: 300 }, (_, at) => `client ${at}`));
  letGo();
  expect(refusedOf(await ended)).toHaveLength(190);
});
