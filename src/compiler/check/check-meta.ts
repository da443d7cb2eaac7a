import path from 'node:path';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { uiMeta } from './ui-meta.ts';
import type { Cursor } from '../source/cursor.ts';
import { type FaultList } from '../source/fault.ts';
import { readJsonFile } from '../source/file-text.ts';
import { kindOf, layoutNodes } from '../source/layout-nodes.ts';
import { memoize } from '../source/memoize.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { isMistyped, metaFault } from './meta-fault.ts';

/** Meta-schemas stored as files; the one for UI files is built from the widget registry. */
const META_FILES =
  'api condition directory form layout options page partner persona retired texts translation'.split(' ');

const KINDS: readonly (readonly [name: RegExp, meta: string])[] = [
  [/^form\.json$/, 'form'],
  [/^(?:pages|blocks|accounts)\/[a-z0-9-]+\.schema\.json$/, 'page'],
  [/^(?:pages|blocks|accounts)\/[a-z0-9-]+\.ui\.json$/, 'ui'],
  [/^options\/[a-z0-9-]+\.json$/, 'options'],
  [/^directories\/(?!(?:address|zip)\.)[a-z0-9_-]+\.json$/, 'directory'],
  [/^partners\/[a-z0-9-]+\.json$/, 'partner'],
  [/^personas\/[a-z0-9-]+\.json$/, 'persona'],
  [/^api\/[a-z0-9-]+\.json$/, 'api'],
  [/^retired\.json$/, 'retired'],
  [/^texts\.json$/, 'texts'],
  [/^translations\/[A-Za-z0-9-]+\.json$/, 'translation'],
];

/** Returns the meta-schema of a source file, and the path for its `$schema`. */
function expectedMeta(file: string): { readonly name: string; readonly path: string } | undefined {
  const name = KINDS.find(([pattern]) => pattern.test(file))?.[1];
  if (name === undefined) return undefined;
  return { name, path: `${file.includes('/') ? '..' : '.'}/meta/${name}.meta.json` };
}

/** Returns the path of the generated editor schema: the meta-schema plus existing names. */
function editorSchemaOf(file: string, meta: string): string | undefined {
  if (!['form', 'page', 'partner', 'ui'].includes(meta)) return undefined;
  const folder = `${file.includes('/') ? '../..' : '..'}/src/generated/editor`;
  // Partner files share one editor schema; other kinds have one each.
  return `${folder}/${meta === 'partner' ? 'partner.json' : file}`;
}

/** Compiled meta-schemas by name. */
export type MetaSchemas = ReadonlyMap<string, ValidateFunction>;

export function readMetaSchemas(folder: string, widgets: WidgetRegistry): MetaSchemas {
  const written = META_FILES.map((name): AnySchema =>
    Object(readJsonFile(path.join(folder, `${name}.meta.json`))),
  );
  return compileMetaSchemas([...written, uiMeta(widgets)]);
}

const compileMetaSchemas = memoize((schemas: readonly AnySchema[]): MetaSchemas => {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateFormats: false });
  for (const schema of schemas) ajv.addSchema(schema);
  return new Map(
    [...META_FILES, 'ui'].map((name) => {
      const validate = ajv.getSchema(`${name}.meta.json`);
      if (!validate) throw new Error(`schemas/meta/${name}.meta.json: its $id must be "${name}.meta.json".`);
      return [name, validate] as const;
    }),
  );
});

/** Reports violations of the meta-schema, and a wrong `$schema`. */
export function checkMeta(file: SourceFile, metas: MetaSchemas, faults: FaultList): void {
  const root = file.cursor((text) => text);
  const expected = expectedMeta(file.name);
  if (!root) return;
  if (!expected) {
    faults.report(root, {
      code: 'missing-file',
      found: `the file ${file.name}, which is not part of the form`,
      expected:
        'form.json, texts.json, retired.json, or a file in pages, blocks, options, directories, accounts, partners, personas or api that is named like the others there',
      cure: 'Rename the file, move it or remove it.',
    });
    return;
  }
  checkNamed(root, [expected.path, editorSchemaOf(file.name, expected.name)], faults);
  const validate = metas.get(expected.name);
  if (validate && !validate(root.raw())) {
    const errors = validate.errors ?? [];
    for (const error of errors) if (!isMistyped(error, errors)) reportError(root, error, faults);
  }
  if (file.name.startsWith('accounts/') && expected.name === 'ui') checkCard(root, faults);
}

function checkNamed(
  root: Cursor,
  [meta, forEditor]: readonly [meta: string, forEditor: string | undefined],
  faults: FaultList,
): void {
  const named = root.at('$schema');
  const text = named?.text();
  // The meta-schema itself reports a missing `$schema`.
  if (!named || text === meta || (text !== undefined && text === forEditor)) return;
  // A copied file names the schema of another file.
  const expected = forEditor !== undefined && text?.includes('/generated/editor/') ? forEditor : meta;
  faults.report(named, {
    code: 'wrong-meta',
    found: `"$schema": ${JSON.stringify(named.json())}`,
    expected: `"$schema": "${expected}"`,
    cure: 'Write it as expected, so that the editor can help with this file.',
  });
}

function reportError(root: Cursor, error: ErrorObject, faults: FaultList): void {
  const at = followPointer(root, error.instancePath);
  const finding = metaFault(error);
  if (!finding) return;
  const { member } = finding;
  const named = member === undefined ? undefined : (at.at(member) ?? at.items()[Number(member)]);
  faults.report(named ?? at, finding.finding);
}

/** Resolves a JSON pointer from ajv (RFC 6901). */
function followPointer(root: Cursor, pointer: string): Cursor {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((at, step) => at.at(step) ?? at.items()[Number(step)] ?? at, root);
}

/** Node kinds that only pages render: cards load first and only support questions. */
const PAGE_KINDS: ReadonlySet<string | undefined> = new Set(['tabs', 'addAnother', 'confirm', 'more']);

/** Checks card files: only they have a title and a button, and they have no groups. */
function checkCard(root: Cursor, faults: FaultList): void {
  for (const member of ['ui:title', 'ui:submit']) {
    if (root.at(member)) continue;
    faults.report(root, {
      code: 'meta',
      found: `a log-in card without "${member}"`,
      expected: `the member "${member}"`,
      cure: `Add "${member}" at the top of the file.`,
    });
  }
  for (const node of layoutNodes(root, undefined)) {
    if (!PAGE_KINDS.has(kindOf(node))) continue;
    faults.report(node, {
      code: 'meta',
      found: `"kind": "${kindOf(node)}" on a log-in card`,
      expected: 'questions, sections, rows, texts and switches',
      cure: 'Move it to a page.',
    });
  }
}
