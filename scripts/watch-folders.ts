import { watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps, and a checkout touches many: one call for all of it. */
const QUIET_MILLISECONDS = 60;

/**
 * Calls `onChange` once things below the folders have changed and been quiet for a moment; never twice at a time,
 * and once more when something changed meanwhile.
 *
 * @returns a function that stops watching
 */
export function watchFolders(folders: readonly string[], onChange: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const changed = (file: string | null): void => {
    // What editors keep beside a file while it is edited.
    if (file && /(?:^|\/)\.|~$|\.tmp$/.test(file.split(path.sep).join('/'))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onChange);
    }, QUIET_MILLISECONDS);
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => changed(file)),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
