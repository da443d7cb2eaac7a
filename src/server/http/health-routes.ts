import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';
import { databaseAnswers, type Database } from '#server/database/database.ts';
import { storageErrorOf, type StorageError } from '#server/database/storage-errors.ts';

const SENTENCES: Readonly<Record<StorageError, string>> = {
  full: 'There is no space left to save anything. Make space; nothing has to be restarted.',
  damaged: 'The database has a page that cannot be read. Restore it from its backup, or fail over.',
  unavailable: 'The database does not answer.',
};

const FULL_MS = 10_000;

/** State that the health checks report. */
type Life = {
  readonly db: Database;
  /** Whether directories needed for answers are still being read. */
  readonly isStarting: () => boolean;
  /** Aborted when shutdown begins. Default: never. */
  readonly leaving?: AbortSignal | undefined;
  readonly clock: () => Date;
};

/**
 * Adds the liveness and readiness checks: GET /healthz and GET /readyz.
 *
 * `starting` and `stopping` are 503, because another server is better. `degraded` is 200, because the other servers are
 * equally affected. `select 1` succeeds despite a full disk or a damaged page, so errors of real calls count: a full
 * disk until a save succeeds or for ten seconds (a balancer may send no save), a damaged page until the restart.
 */
export function healthRoutes(app: FastifyInstance, { db, isStarting, leaving, clock }: Life): void {
  const met = new Map<StorageError, number>();
  app.addHook('onError', async (_request, _reply, error) => {
    const fault = storageErrorOf(error);
    if (fault) met.set(fault, clock().getTime());
  });
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300) met.delete('full');
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.addHook('onSend', async (_request, reply) => {
    if (leaving?.aborted) reply.header('connection', 'close');
  });
  app.get('/readyz', async () => {
    if (leaving?.aborted) throw new Refusal(503, 'The server is about to stop.', { status: 'stopping' });
    if (isStarting())
      throw new Refusal(503, 'The directories of schools are being read.', { status: 'starting' });
    if (clock().getTime() - (met.get('full') ?? 0) > FULL_MS) met.delete('full');
    const fault = await presentFault(db, met);
    return fault === undefined ? { status: 'ok' } : { status: 'degraded', fault, message: SENTENCES[fault] };
  });
}

async function presentFault(
  db: Database,
  met: ReadonlyMap<StorageError, number>,
): Promise<StorageError | undefined> {
  for (const fault of ['damaged', 'full'] as const) if (met.has(fault)) return fault;
  return (await databaseAnswers(db)) ? undefined : 'unavailable';
}
