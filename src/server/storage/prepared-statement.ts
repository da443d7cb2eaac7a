import type { Pool, QueryResult, QueryResultRow } from 'pg';

/** A statement that each connection plans once and keeps under its name. */
export type PreparedStatement = { readonly name: string; readonly text: string };

/**
 * Runs one of the few statements that run all the time. Planning it anew costs as much as running it; the
 * query builder knows no names, hence the text. The client is always given back, never destroyed.
 */
export async function runPrepared<Row extends QueryResultRow>(
  pool: Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  try {
    return await client.query<Row>({ ...statement, values: [...values] });
  } finally {
    client.release();
  }
}
