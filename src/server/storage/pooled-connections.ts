import { CompiledQuery, PostgresDialect, PostgresDriver, type Dialect } from 'kysely';
import type { Pool } from 'pg';

/** What PostgreSQL ends by itself, in milliseconds. */
export type StatementLimits = { readonly statementMs: number; readonly idleInTransactionMs: number };

/**
 * The query builder's way to a pooler, which lends a connection for one transaction and takes no settings at the start
 * of a session. Each transaction brings its own, in the message that begins it.
 */
export function pooledDialect(pool: Pool, { statementMs, idleInTransactionMs }: StatementLimits): Dialect {
  const dialect = new PostgresDialect({ pool });
  const begin = CompiledQuery.raw(
    `begin; set local statement_timeout = ${statementMs};
      set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  );
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () =>
      Object.assign(new PostgresDriver({ pool }), {
        beginTransaction: async (connection: { executeQuery(query: CompiledQuery): Promise<unknown> }) =>
          void (await connection.executeQuery(begin)),
      }),
  };
}
