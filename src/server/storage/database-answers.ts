import { sql } from 'kysely';
import type { Database } from './database.ts';

const WITHIN_MS = 3000;

/** Whether the database answers within three seconds: one that hangs is as bad as one that refuses. Never rejects. */
export async function databaseAnswers(db: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), WITHIN_MS);
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
