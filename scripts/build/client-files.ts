import type { Plugin } from 'vite';

/** What the screens begin with that are opened most. */
const ROOTS: Readonly<Record<string, RegExp>> = {
  start: /\/src\/client\/main\.tsx$/,
  // The reset card and the end of reminders are opened from a mail, so only who comes from there loads them.
  account: /\/src\/client\/screens\/account\/(?!Reset|StopReminders)\w+\.tsx$/,
  session: /\/src\/client\/screens\/root\/FormRoot\.tsx$/,
  form: /\/src\/client\/screens\/form\/FormScreen\.tsx$/,
  review: /\/src\/client\/screens\/review\/ReviewScreen\.tsx$/,
  service: /\/src\/client\/screens\/service\/ServiceScreen\.tsx$/,
};

type Group = { readonly name: string; readonly test: (module: string) => boolean };

/**
 * In which files the client is built: each screen needs few, and in them little that is for others. What the same
 * screens need is compressed together an eighth smaller than in many pieces, and is there after one request instead of
 * three in turn (decision 4).
 *
 * @returns groups for the bundler, each a file by its name, the first that fits; and the plugin that fills them
 */
export function clientFiles(): { readonly plugin: Plugin; readonly groups: readonly Group[] } {
  /** By module: the roots that need it at once. */
  const needed = new Map<string, Set<string>>();
  const group = (
    name: string,
    fits: (by: (root: string) => boolean, isStyle: boolean) => boolean,
  ): Group => ({
    name,
    test: (module) => {
      const roots = needed.get(module);
      return roots !== undefined && fits((root) => roots.has(root), module.endsWith('.css'));
    },
  });
  const plugin: Plugin = {
    name: 'client-files',
    apply: 'build',
    buildEnd() {
      const reach = (root: string, module: string): void => {
        const roots = needed.get(module) ?? new Set();
        if (roots.has(root)) return;
        needed.set(module, roots.add(root));
        this.getModuleInfo(module)?.importedIds.forEach((imported) => reach(root, imported));
      };
      for (const module of this.getModuleIds())
        for (const [root, file] of Object.entries(ROOTS)) if (file.test(module)) reach(root, module);
    },
  };
  return {
    plugin,
    groups: [
      group('start', (by) => by('start') || by('account')),
      // With what the service view shares with it, and with the styles of the pages: a request is worth more than they.
      group(
        'session',
        (by, isStyle) => by('session') || (by('form') && (by('review') || by('service') || isStyle)),
      ),
      group('form', (by) => by('form')),
      group('review', (by) => by('review')),
    ],
  };
}
