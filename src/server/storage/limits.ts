import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** `burst` at once, and one more every `everyMs`. What was charged beyond the burst is waited for. */
export type Rate = { readonly burst: number; readonly everyMs: number };

/** Tries at a secret, one after the other: the first `free` at will, then with waits that double. */
export type Lane = {
  readonly key: string;
  /** The wait after this try is one second, after the next two, … up to {@link LONGEST_WAIT_MS}. */
  readonly free: number;
  /** No try beyond these until the lane is forgotten; without a number there is no such end. */
  readonly most?: number;
  /** How long after the last try the lane is forgotten by itself. */
  readonly keptMs: number;
};

/** What became of one try. `waitMs` is 0 when it may be made; `isSpent` when waiting does not help. */
export type Try = { readonly tries: number; readonly waitMs: number; readonly isSpent: boolean };

/** No wait is longer, so that nobody is locked out by a stranger for good (OWASP ASVS 6.1.1). */
export const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Limits that hold over restarts and over several servers. Each call is one statement that counts and decides
 * at once, so that nothing done in parallel gets past it; one that fails, fails its caller.
 */
export interface Limits {
  /** Takes one of the rate and returns 0, or takes nothing and returns the milliseconds to wait. */
  take(key: string, rate: Rate, now: Date): Promise<number>;
  /** The milliseconds until {@link Limits.take} would be granted, without taking. */
  waitFor(key: string, rate: Rate, now: Date): Promise<number>;
  /** Takes one also when none is left; the debt is waited for. */
  charge(key: string, rate: Rate, now: Date): Promise<void>;
  /** Counts a try before it is made. A try that must wait is not counted. */
  tryNext(lane: Lane, now: Date): Promise<Try>;
  /** Gives back a try that was counted and not made. */
  giveBack(key: string, now: Date): Promise<void>;
  forget(keys: readonly string[], transaction?: Transaction<Tables>): Promise<void>;
  /** Writes a count as it is, for a call that shall cost the same whatever it found. */
  rewrite(key: string): Promise<void>;
}

/** @param secret keys the hashes under which everything is stored. */
export function createLimits(db: Database, secret: Buffer): Limits {
  const hashOf = (key: string): Buffer => createHmac('sha256', secret).update(`limit:${key}`).digest();
  return {
    async take(key, rate, now) {
      const newest = later(now, (rate.burst - 1) * rate.everyMs);
      const { tries, free_at } = await takeOne(db, hashOf(key), { rate, now, newest });
      await cleanWhenNew(db, tries, now);
      return tries === null ? waitUntil(free_at, newest) : 0;
    },
    async waitFor(key, rate, now) {
      const row = await db
        .selectFrom('limit_state')
        .select('free_at')
        .where('key', '=', hashOf(key))
        .executeTakeFirst();
      const newest = later(now, (rate.burst - 1) * rate.everyMs);
      return row && row.free_at > newest ? waitUntil(row.free_at, newest) : 0;
    },
    async charge(key, rate, now) {
      const { tries } = await takeOne(db, hashOf(key), { rate, now, newest: FOR_EVER });
      await cleanWhenNew(db, tries, now);
    },
    async tryNext(lane, now) {
      const { tries, before, free_at } = await tryOnce(db, hashOf(lane.key), lane, now);
      await cleanWhenNew(db, tries, now);
      if (tries !== null) return { tries, waitMs: 0, isSpent: false };
      const isSpent = (before ?? 0) >= mostOf(lane);
      return { tries: before ?? 0, waitMs: isSpent ? LONGEST_WAIT_MS : waitUntil(free_at, now), isSpent };
    },
    async giveBack(key, now) {
      await db
        .updateTable('limit_state')
        .set({ tries: sql`greatest(tries - 1, 0)`, free_at: now })
        .where('key', '=', hashOf(key))
        .execute();
    },
    async forget(keys, transaction) {
      const hashes = keys.map((key) => hashOf(key));
      await (transaction ?? db).deleteFrom('limit_state').where('key', 'in', hashes).execute();
    },
    async rewrite(key) {
      await db
        .updateTable('limit_state')
        .set({ tries: sql`tries` })
        .where('key', '=', hashOf(key))
        .execute();
    },
  };
}

const FOR_EVER = new Date('9999-01-01T00:00:00Z');

type Taken = { readonly tries: number | null; readonly free_at: Date | null };
type Allowed = { readonly rate: Rate; readonly now: Date; readonly newest: Date };

/**
 * One time stands for the whole rate: it moves on by `everyMs` with each, and may be ahead of now by the burst
 * (the "generic cell rate algorithm"). No `tries` means refused.
 */
async function takeOne(db: Database, key: Buffer, { rate, now, newest }: Allowed): Promise<Taken> {
  const first = later(now, rate.everyMs);
  const next = sql`greatest(old.free_at, ${now}::timestamptz) + ${rate.everyMs}::float8 * interval '1 ms'`;
  const { rows } = await sql<Taken>`with taken as (
      insert into limit_state as old (key, tries, free_at, kept_until) values (${key}, 1, ${first}, ${first})
      on conflict (key) do update set tries = old.tries + 1, free_at = ${next}, kept_until = ${next}
        where old.free_at <= ${newest}
      returning tries
    )
    select (select tries from taken) as tries, (select free_at from limit_state where key = ${key}) as free_at
  `.execute(db);
  return rows[0] ?? { tries: null, free_at: null };
}

type Tried = Taken & { readonly before: number | null };

async function tryOnce(db: Database, key: Buffer, lane: Lane, now: Date): Promise<Tried> {
  const kept = later(now, lane.keptMs);
  const tries = sql`case when old.kept_until <= ${now} then 1 else old.tries + 1 end`;
  const { rows } = await sql<Tried>`with taken as (
      insert into limit_state as old (key, tries, free_at, kept_until)
      values (${key}, 1, ${now}::timestamptz + ${waitAfter(sql`1`, lane)}, ${kept})
      on conflict (key) do update
        set tries = ${tries}, free_at = ${now}::timestamptz + ${waitAfter(tries, lane)}, kept_until = ${kept}
        where old.kept_until <= ${now} or (old.free_at <= ${now} and old.tries < ${mostOf(lane)}::int)
      returning tries
    )
    select (select tries from taken) as tries, old.tries as before, old.free_at
    from (select 1) one left join limit_state old on old.key = ${key}
  `.execute(db);
  return rows[0] ?? { tries: null, free_at: null, before: null };
}

function mostOf({ most = 2 ** 31 - 1 }: Lane): number {
  return most;
}

/** The doubling stops before the number grows out of its type. */
function waitAfter(tries: ReturnType<typeof sql>, { free }: Lane) {
  return sql`case when ${tries} < ${free}::int then interval '0'
    else least(${LONGEST_WAIT_MS / 1000}, power(2, least(${tries} - ${free}::int, 20))) * interval '1 s' end`;
}

/** Each new row pays for the removal of ten that are over: the table stays as large as what goes on. */
async function cleanWhenNew(db: Database, tries: number | null, now: Date): Promise<void> {
  if (tries !== 1) return;
  await sql`delete from limit_state where key in (
    select key from limit_state where kept_until <= ${now}
    order by kept_until limit 10 for update skip locked
  )`.execute(db);
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** At least a moment: what was refused at the same instant as another was taken is not free yet. */
function waitUntil(free: Date | null, from: Date): number {
  return Math.max(1, (free ?? from).getTime() - from.getTime());
}
