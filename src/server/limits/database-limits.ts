import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import {
  type Backoff,
  type LimitStep,
  type LimitTry,
  type Rate,
  stepResultOf,
  stepStatement,
} from './limit-steps.ts';
import type { ServerSecret } from '../database/server-secret.ts';

export type Limits = ReturnType<typeof createDatabaseLimits>;

type Debit = { readonly key: string; readonly rate: Rate; readonly cost?: number };

/** Past for all servers, also those whose clock is behind. */
const OVER = new Date(0);

/**
 * Creates rate limits shared by all servers. They survive restarts and rotations of the secret. Each call is one
 * statement that counts and decides atomically, so that parallel calls cannot bypass it.
 */
export function createDatabaseLimits(db: Database, secret: ServerSecret) {
  const hashOf = (key: string): Buffer => secret.derive(`limit:${key}`);
  /** Runs steps in one commit, up to the first refused one. Earlier ones stay consumed. */
  async function runSteps(steps: readonly LimitStep[], now: Date): Promise<readonly LimitTry[]> {
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
    const [result] = await runSteps([step], now);
    if (result === undefined) throw new Error('A limit was not answered.');
    return result;
  }
  return {
    runSteps,
    /** Consumes one and returns 0, or consumes nothing and returns the milliseconds to wait. */
    consume: async (key: string, rate: Rate, now: Date) =>
      (await only({ kind: 'consume', key, rate }, now)).waitMs,
    /** Returns the milliseconds until `consume` would be granted. Consumes nothing. */
    peek: async (key: string, rate: Rate, now: Date) => (await only({ kind: 'peek', key, rate }, now)).waitMs,
    /** Consumes one of each rate, or its cost, even if none is left; later calls wait for the debt. */
    async debit(rates: readonly Debit[], now: Date) {
      const steps = rates.flatMap(({ key, rate: { burst, everyMs }, cost = 1 }) => {
        const rate = { burst: burst / cost, everyMs: everyMs * cost };
        return cost > 0 ? [{ kind: 'consume', isDebt: true, key, rate } as const] : [];
      });
      if (steps.length > 0) await runSteps(steps, now);
    },
    /** Counts a try before it is made. A try that must wait is not counted. */
    tryNext: (backoff: Backoff, now: Date) => only({ kind: 'try', backoff }, now),
    /** Refunds a try that was counted but not made, or was right. The wait before it was over. */
    async refund(key: string, transaction: Database = db) {
      await transaction
        .updateTable('limit_state')
        .set({ tries: sql`greatest(tries - 1, 0)`, free_at: OVER })
        .where('key', '=', hashOf(key))
        .execute();
    },
    /** Resets keys, in the order in which `runSteps` consumes them. */
    forget: (keys: readonly string[], transaction?: Transaction) =>
      forgetAll(transaction ?? db, keys.map(hashOf)),
    /** Touches the row without changing it, so that a miss takes as long as a hit. */
    async touch(key: string) {
      const same = { tries: sql<number>`tries` };
      await db.updateTable('limit_state').set(same).where('key', '=', hashOf(key)).execute();
    },
  };
}

/** Deletes rows after locking them in the given order, which prevents deadlocks. */
async function forgetAll(db: Database, hashes: readonly Buffer[]): Promise<void> {
  const given = hashes.map((hash, place) => sql`(${hash}::bytea, ${sql.lit(place)})`);
  await sql`with locked as materialized (
      select old.key from limit_state old join (values ${sql.join(given)}) given (key, place) using (key)
      order by given.place for update of old
    )
    delete from limit_state where key in (select key from locked)`.execute(db);
}

/** Deletes ten expired rows for each new one, so that the table stays small. */
async function removeOldLimits(db: Database, now: Date): Promise<void> {
  await sql`delete from limit_state where key in (
    select key from limit_state where kept_until <= ${now}
    order by kept_until limit 10 for update skip locked
  )`.execute(db);
}
