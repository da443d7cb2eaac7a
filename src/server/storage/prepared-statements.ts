import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { runLent } from './lent-statements.ts';

/** One of the few statements that run all the time, and the name under which a connection keeps its plan. */
export type PreparedStatement = { readonly name: string; readonly text: string };

export type RunPrepared = <Row extends QueryResultRow>(
  statement: PreparedStatement,
  values: readonly unknown[],
) => Promise<QueryResult<Row>>;

/**
 * Runs statements that each connection plans once: replanning them costs as much as running them, and the query
 * builder knows no names. The client is always given back, never destroyed.
 */
export function preparedOn(pool: Pool, isPooled = false): RunPrepared {
  return async <Row extends QueryResultRow>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> => {
    const client = await pool.connect();
    try {
      if (isPooled) return await runLent<Row>(client, statement, values);
      return await client.query<Row>({ ...statement, values: [...values] });
    } finally {
      client.release();
    }
  };
}
