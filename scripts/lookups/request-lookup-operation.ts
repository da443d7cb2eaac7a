import type { LookupOperation } from '#server/lookup/lookup-operations.ts';
import { runOnServerOrElse } from '../operator/operator-command.ts';

/**
 * Does it in the environment of the server, also before that was started, or its questionnaire compiled, for the first
 * time.
 *
 * @throws Error with what to print
 */
export async function requestLookupOperation(operation: LookupOperation): Promise<string> {
  return runOnServerOrElse(operation, async (config) => {
    const { openStorage } = await import('#server/storage/database.ts');
    const { runLookupOperation } = await import('#server/lookup/lookup-operations.ts');
    const storage = await openStorage(config);
    try {
      const context = { db: storage.db, clock: () => new Date() };
      return await runLookupOperation(context, operation, (progress) => console.error(progress));
    } finally {
      await storage.close();
    }
  });
}
