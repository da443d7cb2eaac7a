import path from 'node:path';
import type { FSWatcher } from 'vite';

/** Debounce: editors write in several steps, and a checkout touches many files. */
const QUIET_MILLISECONDS = 60;

/**
 * Calls `onChange` with the changed folders after a quiet period; never concurrently, and again after changes during a
 * run. A failed run is printed and the watch continues.
 *
 * @param watcher - Vite's watcher for all the folders, since Node's `fs.watch` loses files replaced by a rename, as
 * editors and git do
 * @param folders - absolute paths
 */
export function watchFolders(
  watcher: FSWatcher,
  folders: readonly string[],
  onChange: (changed: readonly string[]) => Promise<void>,
): void {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    const changed = [...waiting];
    waiting.clear();
    if (changed.length === 0) return;
    try {
      await onChange(changed);
    } catch (error) {
      console.error(error);
    }
  };
  watcher.on('all', (_event, file) => {
    const folder = folders.find((each) => isSourceIn(each, file));
    if (folder === undefined) return;
    waiting.add(folder);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, QUIET_MILLISECONDS);
  });
}

/** Whether a file is below the folder, and not an editor's temporary file. */
function isSourceIn(folder: string, file: string): boolean {
  const below = path.relative(folder, file);
  return below !== '' && !/(?:^|\/)\.|~$|\.tmp$/.test(below);
}
