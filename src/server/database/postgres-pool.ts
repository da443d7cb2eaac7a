import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseAddress } from '../settings/service-addresses.ts';
import { errorCodeOf, type OnError } from '../http/error-log.ts';
import { READ_ONLY } from './storage-errors.ts';
import { clientTo } from './writable-client.ts';
import { CompiledQuery, PostgresDialect, PostgresDriver, type Dialect } from 'kysely';

/** Settings of every connection to a PostgreSQL server. */
export const CONNECTION: PoolConfig = {
  // Keep connections open: a timer per query would cost more.
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 5000,
  application_name: 'matricula',
};

/** Keepalive for connections with long statements. Lets the network detect a dead peer. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** PostgreSQL's time limits in milliseconds. Longer silence means a hang: the database's machine is gone. */
const LIMITS = { statement_timeout: 5000, idle_in_transaction_session_timeout: 15_000 };
/** Added to the statement limit behind a pooler, so that the pooler's own limit applies first. */
const POOLER_MS = 1000;
const HANGS_AFTER_MS = 30_000;
/** Silence after which the database is probed; longer than a request's statements take. */
const SILENT_AFTER_MS = 8000;
const PROBE_MS = 3000;

/** Options of a pool, for the server or a pooler before it. */
type PoolManner = {
  readonly isPooled?: boolean;
  readonly hangsAfterMs?: number;
  readonly silentAfterMs?: number;
};

/** Creates a pool of connections to PostgreSQL. Hanging connections are closed, which fails their pending work. */
export function createPostgresPool(
  databaseUrl: string,
  onError: OnError,
  { isPooled = false, hangsAfterMs = HANGS_AFTER_MS, silentAfterMs = SILENT_AFTER_MS }: PoolManner = {},
): Pool {
  const ClientToDatabase = clientTo(databaseAddress(databaseUrl));
  const pool = new Pool({
    ...CONNECTION,
    ...(isPooled ? {} : LIMITS),
    Client: ClientToDatabase,
    // Enough for saves while a crowd arrives at a round trip of 16 ms (decision 21).
    max: 20,
  });
  handleConnectionErrors(pool, onError);
  pool.on('connect', leaveReadOnly);
  whenSilent(pool, hangsAfterMs, cutConnection);
  whenSilent(pool, silentAfterMs, async (client, isSilent) => {
    if (!(await isReachable(ClientToDatabase)) && isSilent()) cutConnection(client);
  });
  if (isPooled) whenSilent(pool, LIMITS.statement_timeout + POOLER_MS, cutStatement);
  return pool;
}

/** Acts on a connection that has not answered for `afterMs` since its last statement. */
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

/** Whether the database answers a new connection, even to refuse it. Never rejects. */
async function isReachable(ClientToDatabase: ReturnType<typeof clientTo>): Promise<boolean> {
  const probe = new ClientToDatabase({ ...CONNECTION, connectionTimeoutMillis: PROBE_MS });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    // The result is known; a connection that never opened cannot be closed.
    void probe.end().catch(() => undefined);
  }
}

/** Cuts statements outside transactions, unlimited behind a pooler. pgbouncer 1.18 crashes on a cancel. */
function cutStatement(client: PoolClient): void {
  if (client.getTransactionStatus() !== 'T') cutConnection(client);
}

/** Closes connections to a demoted, read-only server; the next one goes to the writable server. */
function leaveReadOnly(client: PoolClient): void {
  client.connection.on('errorMessage', (error: unknown) => {
    if (errorCodeOf(error) === READ_ONLY) cutConnection(client);
  });
}

function cutConnection(client: PoolClient): void {
  if (client instanceof Client) void client.end();
}

/** Reports connection errors, which would otherwise end the process. The pool replaces the connection. */
export function handleConnectionErrors(pool: Pool, onError: OnError): void {
  pool.on('connect', (client) => void client.on('error', (error) => onError('database connection', error)));
  // Idle connections, already reported above.
  pool.on('error', () => undefined);
}

/** Creates Kysely's dialect for a transaction pooler. Each transaction begins with its limits. */
export function pooledDialect(pool: Pool): Dialect {
  const dialect = new PostgresDialect({ pool });
  const limits = Object.entries(LIMITS).map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`);
  const begin = CompiledQuery.raw(['begin', ...limits].join('; '));
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
