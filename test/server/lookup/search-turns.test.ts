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

test('searches of one network queue behind each other only', async () => {
  const crowd = Array.from({ length: 300 }, () => 'crowd');
  const { started, letGo, ended } = startSearches([...crowd, 'somebody', 'somebody else']);
  await Promise.resolve();
  expect(started).toEqual(['crowd', 'crowd', 'somebody', 'somebody else']);
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
