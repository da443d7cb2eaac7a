import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { showSessions } from '#server/operator/operations.ts';
import { startSession } from '#server/student-tables/session-store.ts';
import { openSuiteStorage, testEngines } from './test-storage.ts';

const SESSIONS = 250;
const EVENING = Date.UTC(2026, 10, 1, 20);

describe.each(testEngines)('sessions for an operator, on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);
  beforeAll(async () => {
    const now = new Date(EVENING);
    const id = randomUUID();
    await storage.db
      .insertInto('student')
      .values({ id, username: 'ada@example.org', password_hash: '', confirmed_at: now, created_at: now })
      .execute();
    // Two at each time, to detect duplicates and gaps.
    for (let each = 0; each < SESSIONS; each += 1)
      await startSession(storage.db, `token-${each}`, id, { now: new Date(EVENING + (each >> 1) * 1000) });
  });

  function list(page: number, username = '') {
    const reported: string[] = [];
    const parts = { db: storage.db, audit: createAuditTrail(storage.db, () => new Date(EVENING)) };
    const table = showSessions(parts, { username, page }, (line) => reported.push(line));
    return { table, reported };
  }

  test('are in pages of a hundred, newest first, without gaps', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await list(page).table).split('\n').slice(1)),
    );
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    const times = pages.flat().map((line) => Date.parse(line.split(/\s+/)[2] ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBe(SESSIONS / 2);
  });

  test('show the page, and how to see more', async () => {
    const first = list(1);
    await first.table;
    expect(first.reported).toEqual(['Page 1 of 3: 1 to 100 of 250 sessions; --page 2 shows more.']);
    const last = list(3, 'ada@example.org');
    await last.table;
    expect(last.reported).toEqual(['Page 3 of 3: 201 to 250 of 250 sessions.']);
  });

  test('have no page after the last', async () => {
    await expect(list(4).table).rejects.toThrow('There is no page 4: the last is 3.');
    expect(await list(4, 'nobody@example.org').table).toBe('Nobody is logged in.');
  });
});
