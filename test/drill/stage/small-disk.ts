import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Undo } from './program.ts';

/** Enough for one drill. */
const SIZE = '2g';

/**
 * Mounts an in-memory disk at a folder, if permitted: on Linux, as root.
 *
 * @param undo cleanup functions
 * @returns whether it was mounted
 */
export function mountSmallDisk(folder: string, undo: Undo): boolean {
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], {
    stdio: 'ignore',
  });
  if (mount.status !== 0) return false;
  const unmount = (): void => void spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  process.once('exit', unmount);
  undo.push(unmount);
  return true;
}

/** Fills up a disk. @returns a function that frees the space */
export function fillDisk(folder: string): () => void {
  const file = path.join(folder, 'nothing-of-importance');
  const { bavail, bsize } = statfsSync(folder);
  execFileSync('fallocate', ['--length', String(bavail * bsize), file]);
  // Also takes space freed in the meantime, until none is left.
  spawnSync('dd', ['if=/dev/zero', `of=${file}.rest`, 'bs=64k'], { stdio: 'ignore' });
  return () => {
    for (const each of [file, `${file}.rest`]) rmSync(each, { force: true });
  };
}
