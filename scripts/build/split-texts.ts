import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Imports of sentences: of their own module, or of `say`, which exports them too. */
const IMPORT = /import \{([^}]*)\} from ['"](#generated\/texts\.ts|#texts\/say\.ts)['"];?/g;
const EXPORT = /export \* from ['"]#generated\/texts\.ts['"];?/;
const GROUP = '\0texts/';

/**
 * Vite plugin that gives each group of the engine's sentences a module of its own.
 * Bundlers split by module, so a screen would otherwise load the sentences of all screens: 7 kB more to log in.
 */
export function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /#generated\/texts\.ts|#texts\/say\.ts/ },
      handler: (code) =>
        code.replace(EXPORT, '').replaceAll(IMPORT, (_whole, names: string, module: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => `import { ${name} } from '${moduleOf(name.split(' ')[0], module)}';`)
            .join(' '),
        ),
    },
    resolveId: (source) => (source.startsWith(GROUP) ? source : undefined),
    load: (id) => (id.startsWith(GROUP) ? groupModule(id.slice(GROUP.length)) : undefined),
  };
}

function moduleOf(name: string | undefined, module: string): string {
  return name?.endsWith('Texts') ? GROUP + name : module;
}

/** Returns the code of one group, without its types. */
function groupModule(name: string): string {
  const all = readFileSync(path.resolve('src/generated/texts.ts'), 'utf8');
  const from = all.indexOf(`export const ${name} = {`);
  if (from < 0)
    throw new Error(`There is no group "${name}" in src/generated/texts.ts; run npm run generate.`);
  return all.slice(from, all.indexOf('} as const;', from)) + '};\n';
}
