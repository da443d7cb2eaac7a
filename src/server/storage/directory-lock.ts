import { DatabaseSync } from 'node:sqlite';

export type DirectoryLock = { release(): void };

/**
 * Takes the one lock of a data directory. The embedded database has none of its own: a second process
 * would open the same files and both would lose rows. The kernel frees the lock when its owner dies.
 *
 * @throws Error with a sentence for the operator when another process holds it.
 */
export function lockDirectory(lockFile: string, directory: string): DirectoryLock {
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another Matricula server is running on ${directory}. Stop it, or give this one its own DATA_DIR.`,
      { cause },
    );
  }
  return { release: () => lock.close() };
}
