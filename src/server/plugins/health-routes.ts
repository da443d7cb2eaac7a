import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '#server/refusal.ts';
import type { Database } from '#server/storage/database.ts';
import { storageFaultOf, type StorageFault } from '#server/storage/storage-fault.ts';

const READY_WITHIN_MS = 3000;

const SENTENCES: Readonly<Record<Exclude<StorageFault, 'unavailable'>, string>> = {
  full: 'There is no space left to save anything. Make space; nothing has to be restarted.',
  damaged: 'The database has a page that cannot be read. Restore it from its backup, or fail over.',
};

/**
 * For the machine that watches this one: alive at all, and able to answer students. A full disk and a damaged page let
 * `select 1` through, so what the calls meet counts: the one until a save succeeds again, the other until the restart.
 */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  const met = new Set<StorageFault>();
  app.addHook('onError', async (_request, _reply, error) => {
    const fault = storageFaultOf(error);
    if (fault) met.add(fault);
  });
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300) met.delete('full');
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    for (const status of ['damaged', 'full'] as const)
      if (met.has(status)) throw new Refusal(503, SENTENCES[status], { status });
    if (!(await answersInTime(db)))
      throw new Refusal(503, 'The database does not answer.', { status: 'unavailable' });
    return { status: 'ok' };
  });
}

/** A database that hangs is as bad as one that refuses, so the question itself has a limit. */
async function answersInTime(db: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), READY_WITHIN_MS);
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
