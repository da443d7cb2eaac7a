import type { FormDefinition } from '#form/definition/definition.ts';
import type { Database } from '../storage/database.ts';

/** Keeps a definition for the submissions that answer it. Each is stored once, under its hash. */
export async function storeDefinition(db: Database, definition: FormDefinition, now: Date): Promise<void> {
  await db
    .insertInto('definition')
    .values({ hash: definition.hash, definition: JSON.stringify(definition), stored_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
