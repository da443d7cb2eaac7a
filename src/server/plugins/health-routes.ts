import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '#server/refusal.ts';
import type { Database } from '#server/storage/database.ts';

const READY_WITHIN_MS = 3000;

/** For the machine that watches this one: alive at all, and able to answer students. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
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
