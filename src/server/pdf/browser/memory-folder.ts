import { accessSync, constants, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** Two browsers at work take a third of it. Docker gives a container a quarter of that, unless it is asked for more. */
const ENOUGH_BYTES = 192 * 1024 * 1024;

/**
 * A folder in memory for what a browser writes while it draws and nobody needs afterwards: on the disk the saves of others
 * would wait for it. Undefined where there is none with enough room.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : undefined;
  } catch {
    return undefined;
  }
}
