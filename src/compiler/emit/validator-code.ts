import path from 'node:path';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import { isRecord } from '#form/definition/own-property.ts';
import type { JsonSchema } from '#form/validation/condition-schema.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';
import { remember } from '../source/remember.ts';

/**
 * Compiles a JSON Schema to one ES module without imports, so that pages need no `unsafe-eval`. Messages are in a table:
 * compiled into the rules, as ajv-errors does it, they would double the code of the longest page.
 */
export const validatorCode = remember(async (schema: object): Promise<string> => {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    messages: false,
    code: { source: true, lines: false },
  });
  // Plain patterns: the package with all formats would put each of them into every module.
  for (const [name, pattern] of Object.entries(FORMAT_PATTERNS))
    ajv.addFormat(name, new RegExp(pattern, 'u'));
  const { bare, sentences } = takeSentences(schema);
  return bundle(standaloneCode.default(ajv, ajv.compile(bare)), sentences);
});

/** Looks up each error's message by schema path and keyword; `if` only repeats what `then` reports. */
const entryCode = (sentences: SentenceTable): string => `
import check from ${JSON.stringify(MODULE)};
const sentences = JSON.parse(${JSON.stringify(JSON.stringify(sentences))});
function withSentence({ keyword, instancePath, schemaPath, params }) {
  const found = sentences[schemaPath.slice(0, schemaPath.lastIndexOf('/'))]?.[keyword];
  const message = keyword === 'required' ? found?.[params.missingProperty] : found;
  return { keyword, instancePath, params, message };
}
export function validate(data) {
  const holds = check(data);
  validate.errors = holds ? null : check.errors.filter(({ keyword }) => keyword !== 'if').map(withSentence);
  return holds;
}
`;

const ENTRY = 'virtual:entry';
const MODULE = path.join(import.meta.dirname, 'compiled-validator.cjs');

/** The compiled code requires small pieces of ajv: they are bundled in, and the whole becomes an ES module. */
async function bundle(commonJs: string, sentences: SentenceTable): Promise<string> {
  const sources: Readonly<Record<string, string>> = { [ENTRY]: entryCode(sentences), [MODULE]: commonJs };
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

/** Path of a schema inside the whole, as ajv writes it (`#/allOf/3/then`) → its `errorMessage`. */
export type SentenceTable = Readonly<Record<string, unknown>>;

/** Splits a schema into its rules and its messages, both without titles. */
function takeSentences(schema: object): {
  readonly bare: JsonSchema;
  readonly sentences: SentenceTable;
} {
  const sentences: Record<string, unknown> = {};
  const bareOf = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => bareOf(item, `${pointer}/${index}`));
    if (!isRecord(value)) return value;
    const { errorMessage, ...rest }: { errorMessage?: unknown } = value;
    if (errorMessage !== undefined) sentences[pointer] = errorMessage;
    return Object.fromEntries(
      Object.entries(rest)
        // A title that is text is a label; a question called `title` has a schema there.
        .filter(([name, member]) => name !== 'title' || typeof member !== 'string')
        .map(([name, member]) => [name, bareOf(member, `${pointer}/${name}`)]),
    );
  };
  return { bare: Object(bareOf(schema, '#')), sentences };
}
