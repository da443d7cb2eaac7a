import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const MODULE = '#generated/texts.ts';
const IMPORT = /import \{([^}]*)\} from ['"]#generated\/texts\.ts['"];?/g;
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
      filter: { id: /\.tsx?$/, code: MODULE },
      handler: (code) =>
        code.replaceAll(IMPORT, (_whole, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => `import { ${name} } from '${GROUP}${name.split(' ')[0]}';`)
            .join(' '),
        ),
    },
    resolveId: (source) => (source.startsWith(GROUP) ? source : undefined),
    load: (id) => (id.startsWith(GROUP) ? groupModule(id.slice(GROUP.length)) : undefined),
  };
}

/** Returns the code of one group, without its types. */
function groupModule(name: string): string {
  const all = readFileSync(path.resolve('src/generated/texts.ts'), 'utf8');
  const from = all.indexOf(`export const ${name} = {`);
  if (from < 0)
    throw new Error(`There is no group "${name}" in src/generated/texts.ts; run npm run generate.`);
  return all.slice(from, all.indexOf('} as const;', from)) + '};\n';
}
