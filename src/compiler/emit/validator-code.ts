import path from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import { memoize } from '../source/memoize.ts';
import { createAjv } from './compile-validators.ts';
import { withoutTitles } from './type-files.ts';

/** Compiles a JSON Schema to one ES module without imports, so that pages need no `unsafe-eval`. */
export const validatorCode = memoize((schema: object): Promise<string> => {
  const ajv = createAjv({ source: true, lines: false });
  return bundle(standaloneCode.default(ajv, ajv.compile(withoutTitles(schema))));
});

const ENTRY = 'virtual:entry';
const MODULE = path.join(import.meta.dirname, 'compiled-validator.cjs');

/** Bundles the compiled code with the required parts of ajv as an ES module. */
async function bundle(commonJs: string): Promise<string> {
  const sources: Readonly<Record<string, string>> = {
    [ENTRY]: `import validate from ${JSON.stringify(MODULE)};\nexport { validate };`,
    [MODULE]: commonJs,
  };
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [
      {
        name: 'compiled-validator',
        resolveId: (id) => (id in sources ? id : null),
        load: (id) => sources[id] ?? null,
      },
    ],
  });
  // The server keeps functions named so from one of V8's compilers (questionnaire.ts).
  const minify = { compress: true, codegen: true, mangle: { keepNames: { function: true, class: false } } };
  const { output } = await build.generate({ format: 'es', minify });
  await build.close();
  return output[0].code;
}
