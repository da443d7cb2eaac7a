import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Undo } from './program.ts';

/** Enough for what a night writes. */
const SIZE = '2g';

/**
 * Makes a folder a disk of its own, in memory, where that is allowed: on Linux, to root.
 *
 * @param undo what takes it away again
 * @returns whether it is one
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

/** Takes all the space that a disk has left. @returns what gives it back */
export function fillDisk(folder: string): () => void {
  const file = path.join(folder, 'nothing-of-importance');
  const { bavail, bsize } = statfsSync(folder);
  execFileSync('fallocate', ['--length', String(bavail * bsize), file]);
  // What was given back meanwhile is taken as well; this ends where nothing is left.
  spawnSync('dd', ['if=/dev/zero', `of=${file}.rest`, 'bs=64k'], { stdio: 'ignore' });
  return () => {
    for (const each of [file, `${file}.rest`]) rmSync(each, { force: true });
  };
}
