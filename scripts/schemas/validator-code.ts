import path from 'node:path';
import { Ajv } from 'ajv';
import ajvErrors from 'ajv-errors';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/**
 * A compiled JSON Schema as one ES module without imports: `validate(data)` tells whether the data holds
 * and leaves what does not in `validate.errors`, with the sentences of `errorMessage`. Nothing is compiled
 * where it runs, so a page needs no `unsafe-eval`.
 */
export async function validatorCode(schema: object): Promise<string> {
  const ajv = new Ajv({ allErrors: true, strict: false, code: { source: true, lines: false } });
  // Plain patterns: the package with all formats would put each of them into every module.
  for (const [name, pattern] of Object.entries(FORMAT_PATTERNS))
    ajv.addFormat(name, new RegExp(pattern, 'u'));
  ajvErrors.default(ajv);
  return bundle(standaloneCode.default(ajv, ajv.compile(schema)));
}

const ENTRY = 'virtual:entry';
const MODULE = path.join(import.meta.dirname, 'compiled-validator.cjs');

/** The compiled code requires small pieces of ajv: they are bundled in, and the whole becomes an ES module. */
async function bundle(commonJs: string): Promise<string> {
  const sources: Readonly<Record<string, string>> = {
    [ENTRY]: `import validate from ${JSON.stringify(MODULE)}; export { validate };`,
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
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  return output[0].code;
}
