import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseAddress } from '../settings/service-addresses.ts';
import { errorCodeOf, type OnFault } from '../http/error-log.ts';
import { READ_ONLY } from './storage-errors.ts';
import { clientTo } from './writable-client.ts';
import { CompiledQuery, PostgresDialect, PostgresDriver, type Dialect } from 'kysely';

/** Settings of every connection to a PostgreSQL server. */
export const CONNECTION: PoolConfig = {
  // The connections stay: a timer for each query would cost more than they do.
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 5000,
  application_name: 'matricula',
};

/** Of connections over which a statement may take minutes: the network notices when the other side is gone. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A statement ends after five seconds by itself, those of `longTransaction` after 25, and a transaction after fifteen
 * without one. What is not answered for longer hangs: the machine of the database is gone without a word, and the
 * network would notice after minutes.
 */
export const LIMITS = { statementMs: 5000, idleInTransactionMs: 15_000 };
/** More than a statement behind a pooler may take, so that a limit of the pooler's own is met first. */
const POOLER_MS = 1000;
const HANGS_AFTER_MS = 30_000;
/** Longer than a statement of a request takes: then it is looked whether the machine of the database answers at all. */
const SILENT_AFTER_MS = 8000;
const PROBE_MS = 3000;

/** How a pool speaks to the server, or to the pooler before it. */
type PoolManner = {
  readonly isPooled?: boolean;
  readonly hangsAfterMs?: number;
  readonly silentAfterMs?: number;
};

/**
 * A pool of connections to a PostgreSQL server; none is opened before it is used. Connections that hang are ended, which
 * fails what waits for them and has the pool open new ones.
 */
export function createPostgresPool(
  databaseUrl: string,
  onFault: OnFault,
  { isPooled = false, hangsAfterMs = HANGS_AFTER_MS, silentAfterMs = SILENT_AFTER_MS }: PoolManner = {},
): Pool {
  const { statementMs, idleInTransactionMs } = LIMITS;
  const session = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const ClientToDatabase = clientTo(databaseAddress(databaseUrl));
  const pool = new Pool({
    ...CONNECTION,
    ...(isPooled ? {} : session),
    Client: ClientToDatabase,
    max: 10,
  });
  handleConnectionErrors(pool, onFault);
  pool.on('connect', leaveReadOnly);
  whenSilent(pool, hangsAfterMs, cutConnection);
  whenSilent(pool, silentAfterMs, async (client, isSilent) => {
    if (!(await isReachable(ClientToDatabase)) && isSilent()) cutConnection(client);
  });
  if (isPooled) whenSilent(pool, statementMs + POOLER_MS, cutStatement);
  return pool;
}

/**
 * Acts on a connection that has not answered for so long, and can ask later whether it is used still. The time is counted
 * again with each statement that was answered.
 */
function whenSilent(
  pool: Pool,
  afterMs: number,
  act: (client: PoolClient, isSilent: () => boolean) => unknown,
): void {
  const timers = new WeakMap<PoolClient, NodeJS.Timeout>();
  pool.on('connect', (client) => void client.on('drain', () => timers.get(client)?.refresh()));
  pool.on('acquire', (client) => {
    const timer = setTimeout(() => act(client, () => timers.get(client) === timer), afterMs);
    timers.set(client, timer);
  });
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client));
    timers.delete(client);
  });
}

/** Whether the database answers a new connection, be it that it has no room. Never rejects. */
async function isReachable(ClientToDatabase: ReturnType<typeof clientTo>): Promise<boolean> {
  const probe = new ClientToDatabase({ ...CONNECTION, connectionTimeoutMillis: PROBE_MS });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    // What it was to show is known; one that was never open cannot be closed.
    void probe.end().catch(() => undefined);
  }
}

/**
 * A statement outside of a transaction has no limit of its own behind a pooler. It is not cancelled: pgbouncer 1.18, and
 * others, end at a request to cancel. Within a transaction PostgreSQL keeps the limit.
 */
function cutStatement(client: PoolClient): void {
  if (client.getTransactionStatus() !== 'T') cutConnection(client);
}

/** Who takes no writes any more was demoted; the next connection is to whom takes them. */
function leaveReadOnly(client: PoolClient): void {
  client.connection.on('errorMessage', (error: unknown) => {
    if (errorCodeOf(error) === READ_ONLY) cutConnection(client);
  });
}

function cutConnection(client: PoolClient): void {
  if (client instanceof Client) void client.end();
}

/**
 * A connection may die at any time, also while a query or a transaction has it. The pool listens only while it is
 * idle, and a fault that nobody listens to ends the process. Anyone who has the connection gets the fault as a
 * rejection, and the pool replaces it.
 */
export function handleConnectionErrors(pool: Pool, onFault: OnFault): void {
  pool.on('connect', (client) => void client.on('error', (error) => onFault('database connection', error)));
  // Of an idle connection; the line above has reported it.
  pool.on('error', () => undefined);
}

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
