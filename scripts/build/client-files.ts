import type { Plugin } from 'vite';

/** Entry modules of the most visited screens. */
const ROOTS: Readonly<Record<string, RegExp>> = {
  start: /\/src\/client\/main\.tsx$/,
  // Opened from emails only, and loaded separately.
  account: /\/src\/client\/screens\/account\/(?!SignupPassword|StopReminders)\w+\.tsx$/,
  session: /\/src\/client\/screens\/root\/FormRoot\.tsx$/,
  form: /\/src\/client\/screens\/form\/FormScreen\.tsx$/,
  review: /\/src\/client\/screens\/review\/ReviewScreen\.tsx$/,
  service: /\/src\/client\/screens\/service\/ServiceScreen\.tsx$/,
};

type Group = { readonly name: string; readonly test: (module: string) => boolean };

/**
 * Assigns client modules to output files: few per screen, with little unused code. Compared with many small chunks,
 * bundled modules compress an eighth smaller and need one request instead of three in sequence (decision 4).
 *
 * @returns groups for the bundler, each an output file, first match wins; and the plugin that fills them
 */
export function clientFiles(): { readonly plugin: Plugin; readonly groups: readonly Group[] } {
  /** Module → roots that import it statically. */
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
      // Includes what the review shares and page styles: saving a request outweighs their size.
      group('session', (by, isStyle) => by('session') || (by('form') && (by('review') || isStyle))),
      group('form', (by) => by('form')),
      group('review', (by) => by('review')),
    ],
  };
}
