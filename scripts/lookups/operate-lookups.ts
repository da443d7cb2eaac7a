import path from 'node:path';
import { parseConfig } from '#server/config.ts';
import { type LookupOperation, runLookupOperation } from '#server/lookup/lookup-operations.ts';
import { OperationFault } from '#server/operator/operation-fault.ts';
import { askServer } from '#server/operator/operator-socket.ts';
import { openStorage } from '#server/storage/database.ts';
import { projectRoot } from '../run-tool.ts';

const PARTNERS = path.join(projectRoot, 'src', 'generated', 'partners');

/**
 * Does it in the environment of the server: on PostgreSQL directly; on the embedded database through the server that
 * runs on it, and directly when none does, also before the server was started for the first time.
 *
 * @throws Error with what to print
 */
export async function operateLookups(operation: LookupOperation): Promise<string> {
  const parsed = parseConfig(process.env, PARTNERS);
  if (parsed.kind === 'faults') throw new OperationFault(parsed.faults.join('\n'));
  const { config } = parsed;
  if (config.databaseUrl === undefined) {
    const asked = await askServer(config.dataDir, operation);
    if (asked.kind === 'done') return asked.text;
    if (asked.kind === 'refused') throw new OperationFault(asked.text);
  }
  const storage = await openStorage(config);
  try {
    return await runLookupOperation({ db: storage.db, clock: () => new Date() }, operation, tellProgress);
  } finally {
    await storage.close();
  }
}

/** On the error output, so that what is printed at the end can be kept. */
function tellProgress(rows: number): void {
  console.error(`${rows.toLocaleString('en-US')} rows …`);
}
