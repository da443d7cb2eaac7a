import { sql, type Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import { stepResultOf, stepStatement } from './limit-steps.ts';
import type { ServerSecret } from '../storage/server-secret.ts';
import type { Tables } from '../storage/tables.ts';

/** `burst` at once, and one more every `everyMs`. What was charged beyond the burst is waited for. */
export type Rate = { readonly burst: number; readonly everyMs: number };

/** Tries at a secret, one after the other: the first `free` without a wait, then with waits that double. */
export type Backoff = {
  readonly key: string;
  /** The wait after this try is one second, after the next two, … up to {@link LONGEST_WAIT_MS}. */
  readonly free: number;
  /** After so many tries none is granted until the backoff is forgotten; left out, there is no such limit. */
  readonly most?: number;
  /** So long after the last try the backoff is forgotten. */
  readonly keptMs: number;
};

/** Takes one of a rate, with `isDebt` also when none is left; only looks at it; or counts a try in a backoff. */
export type LimitStep =
  | { readonly kind: 'take'; readonly key: string; readonly rate: Rate; readonly isDebt?: boolean }
  | { readonly kind: 'look'; readonly key: string; readonly rate: Rate }
  | { readonly kind: 'try'; readonly backoff: Backoff };

/** What became of one try or step. `waitMs` is 0 when it was granted; `isSpent` when waiting does not help. */
export type LimitTry = { readonly tries: number; readonly waitMs: number; readonly isSpent: boolean };

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
  tryNext(backoff: Backoff, now: Date): Promise<LimitTry>;
  /**
   * All steps in one statement and one commit. The results end with the first that is refused: what was granted
   * before it stays taken, what comes after is not touched.
   */
  inOrder(steps: readonly LimitStep[], now: Date): Promise<readonly LimitTry[]>;
  /** Gives back a try that was counted and not made. */
  giveBack(key: string, now: Date): Promise<void>;
  /** Keys that {@link Limits.inOrder} takes together are in the same order here. */
  forget(keys: readonly string[], transaction?: Transaction<Tables>): Promise<void>;
  /** Writes a count as it is, for a call that shall cost the same whatever it found. */
  rewrite(key: string): Promise<void>;
}

/** @param secret keys the hashes under which everything is stored; a rotation forgets no limit. */
export function createLimits(db: Database, secret: ServerSecret): Limits {
  const hashOf = (key: string): Buffer => secret.derive(`limit:${key}`);
  async function inOrder(steps: readonly LimitStep[], now: Date): Promise<readonly LimitTry[]> {
    const { rows } = await stepStatement(steps, hashOf, now).execute(db);
    const results: LimitTry[] = [];
    for (const [index, step] of steps.entries()) {
      const row = rows[index];
      if (row) results.push(stepResultOf(step, row, now));
      if (!row || row.tries === null) break;
    }
    if (results.some(({ tries, waitMs }) => tries === 1 && waitMs === 0)) await removeOldLimits(db, now);
    return results;
  }
  async function only(step: LimitStep, now: Date): Promise<LimitTry> {
    const [result] = await inOrder([step], now);
    if (result === undefined) throw new Error('A limit was not answered.');
    return result;
  }
  return {
    inOrder,
    take: async (key, rate, now) => (await only({ kind: 'take', key, rate }, now)).waitMs,
    waitFor: async (key, rate, now) => (await only({ kind: 'look', key, rate }, now)).waitMs,
    charge: async (key, rate, now) => void (await only({ kind: 'take', key, rate, isDebt: true }, now)),
    tryNext: (backoff, now) => only({ kind: 'try', backoff }, now),
    async giveBack(key, now) {
      await db
        .updateTable('limit_state')
        .set({ tries: sql`greatest(tries - 1, 0)`, free_at: now })
        .where('key', '=', hashOf(key))
        .execute();
    },
    forget: (keys, transaction) => forgetAll(transaction ?? db, keys.map(hashOf)),
    async rewrite(key) {
      await db
        .updateTable('limit_state')
        .set({ tries: sql`tries` })
        .where('key', '=', hashOf(key))
        .execute();
    },
  };
}

/** Locks the rows in the order given: who takes them in another order could wait for this one, and this one for it. */
async function forgetAll(db: Database, hashes: readonly Buffer[]): Promise<void> {
  const given = hashes.map((hash, place) => sql`(${hash}::bytea, ${sql.lit(place)})`);
  await sql`with locked as materialized (
      select old.key from limit_state old join (values ${sql.join(given)}) given (key, place) using (key)
      order by given.place for update of old
    )
    delete from limit_state where key in (select key from locked)`.execute(db);
}

/** Each new row pays for the removal of ten that are over: the table stays as large as what goes on. */
async function removeOldLimits(db: Database, now: Date): Promise<void> {
  await sql`delete from limit_state where key in (
    select key from limit_state where kept_until <= ${now}
    order by kept_until limit 10 for update skip locked
  )`.execute(db);
}
