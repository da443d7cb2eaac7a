import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFolders } from '#scripts/dev/watch-folders.ts';

const PATIENCE = { timeout: 60_000, interval: 10 };

let root = '';
let vite: ViteDevServer;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'watch-folders-')));
  for (const folder of ['watched', 'other']) {
    mkdirSync(path.join(root, folder));
    writeFileSync(path.join(root, folder, 'file.json'), '0');
  }
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  });
  await vi.waitUntil(() => {
    const seen = vite.watcher.getWatched();
    return ['watched', 'other'].every((folder) => seen[path.join(root, folder)]?.includes('file.json'));
  }, PATIENCE);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await vite.close();
  rmSync(root, { recursive: true });
});

function edit(content: string, name = 'watched/file.json'): void {
  writeFileSync(path.join(root, name), content);
}

/** Saves like editors and git: a new file replaces the old one. */
function replace(content: string): void {
  edit(content, 'watched/file.json.tmp');
  renameSync(path.join(root, 'watched/file.json.tmp'), path.join(root, 'watched/file.json'));
}

test('repeated renames and in-place edits of a file are noticed', async () => {
  const onChange = vi.fn<(changed: readonly string[]) => Promise<void>>(async () => {});
  watchFolders(vite.watcher, [path.join(root, 'watched')], onChange);
  const changes = [replace, edit, replace, replace, edit];
  for (const [index, change] of changes.entries()) {
    const before = onChange.mock.calls.length;
    change(`content ${index}`);
    await vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThan(before), PATIENCE);
  }
});

test('a failed run is printed, and the next change runs again', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onChange = vi.fn<(changed: readonly string[]) => Promise<void>>(async () => {});
  const fault = new Error('The port is taken.');
  onChange.mockRejectedValueOnce(fault);
  watchFolders(vite.watcher, [path.join(root, 'watched')], onChange);
  edit('first');
  await vi.waitFor(() => expect(printed).toHaveBeenCalledWith(fault), PATIENCE);
  edit('second');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), PATIENCE);
});

test('changes during a run cause one more run, with their folders', async () => {
  const first = Promise.withResolvers<void>();
  const onChange = vi.fn<(changed: readonly string[]) => Promise<void>>(async () => {});
  onChange.mockReturnValueOnce(first.promise);
  const [watched, other] = [path.join(root, 'watched'), path.join(root, 'other')];
  watchFolders(vite.watcher, [watched, other], onChange);
  edit('first');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), PATIENCE);
  const both = eventsIn([watched, other]);
  edit('second');
  edit('second', 'other/file.json');
  await both;
  first.resolve();
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), PATIENCE);
  expect(onChange.mock.calls.map(([changed]) => changed.toSorted())).toEqual([[watched], [other, watched]]);
});

test("files outside the folders and editors' temporary files cause no run", async () => {
  const onChange = vi.fn<(changed: readonly string[]) => Promise<void>>(async () => {});
  watchFolders(vite.watcher, [path.join(root, 'watched')], onChange);
  edit('kept', 'watched/.file.json.swp');
  edit('kept', 'watched/file.json~');
  edit('elsewhere', 'other/file.json');
  await eventsIn([path.join(root, 'other')]);
  edit('seen');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), PATIENCE);
  expect(onChange.mock.calls).toEqual([[[path.join(root, 'watched')]]]);
});

/** Waits until the watcher has reported an event in each folder. */
async function eventsIn(folders: readonly string[]): Promise<void> {
  const pending = new Set(folders);
  await new Promise<void>((resolve) => {
    vite.watcher.on('all', (_event, file) => {
      pending.delete(path.dirname(file));
      if (pending.size === 0) resolve();
    });
  });
}
