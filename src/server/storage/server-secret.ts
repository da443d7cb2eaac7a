import type { Randomness } from '../randomness.ts';
import type { Database } from './database.ts';

/**
 * The server's own random secret, made at the first start and the same for every process on this database.
 * It keys the HMAC of the six-digit codes, which a plain hash would not hide.
 */
export async function readServerSecret(db: Database, random: Randomness): Promise<Buffer> {
  const name = 'codes';
  await db
    .insertInto('server_secret')
    .values({ name, value: random.bytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
