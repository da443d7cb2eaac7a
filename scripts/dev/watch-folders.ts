import path from 'node:path';
import type { FSWatcher } from 'vite';

/** Editors write a file in several steps, and a checkout touches many: one call for all of it. */
const QUIET_MILLISECONDS = 60;

/**
 * Calls `onChange` with the folders below which something changed, once they have been quiet for a moment; never
 * twice at a time, and once more when something changed in between. A run that fails is printed and ends no other.
 *
 * @param watcher - sees all of the folders; Vite's own, because `fs.watch` of Node loses a file that is replaced
 * by a rename, and that is how editors and git write
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

/** Below the folder, and not what editors keep next to a file while it is edited. */
function isSourceIn(folder: string, file: string): boolean {
  const below = path.relative(folder, file).split(path.sep).join('/');
  return below !== '' && !path.isAbsolute(below) && !/(?:^|\/)\.|~$|\.tmp$/.test(below);
}
