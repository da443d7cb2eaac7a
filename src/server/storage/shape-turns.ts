import type { Client, ClientConfig } from 'pg';
import type { OnFault } from '../http/error-log.ts';
import { CONNECTION, KEPT_ALIVE } from './postgres-pool.ts';

/** Which advisory lock that is: any number, but always the same one, because older servers wait for it too. */
export const SHAPE_LOCK = 1_836_348_265;

/**
 * Runs what changes the shape of a PostgreSQL database, tables or the queue of jobs, while no other server does: however
 * many start at once, each finds finished what the one before it made. The lock is that of a transaction, so it ends with
 * its connection, whatever becomes of the server, and it holds through a pooler too.
 *
 * @throws the fault of the connection or of the work
 */
export async function takeShapeTurn<Result>(
  ClientToDatabase: new (config: ClientConfig) => Client,
  onFault: OnFault,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new ClientToDatabase({ ...CONNECTION, ...KEPT_ALIVE });
  client.on('error', (error) => onFault('database connection', error));
  await client.connect();
  try {
    await client.query('begin');
    // The turn of another server takes the time that it needs, and this transaction rests during ours.
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${limit} = 0`);
    // Where the machine of the one before is gone without a word, its database notices within a minute.
    await client.query('set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 10');
    await client.query('select pg_advisory_xact_lock($1)', [SHAPE_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
