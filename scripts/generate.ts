import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { uiMeta } from '#compiler/check/ui-meta.ts';
import { type Fault, formatFaults, isError } from '#compiler/source/fault.ts';
import { jsonText } from '#compiler/source/file-text.ts';
import {
  ENGINE_SCHEMAS,
  PROJECT_PATHS,
  type SchemaPaths,
  PROJECT_ROOT,
} from '#compiler/source/schema-paths.ts';
import { readWidgetRegistry } from '#compiler/source/widget-registry.ts';
import { runScript } from './run-script.ts';
import { writeChanged, writeFolder } from './build/write-files.ts';
import { fingerprint } from './build/fingerprint.ts';

const USAGE = `npm run generate

Compiles schemas/ into src/generated, where something changed.`;

export type Generated =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'generated'; readonly partners: readonly string[] }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** Compiles `schemas/` for every partner unless unchanged since the last run; calls `begin` first. */
export async function generate(paths: SchemaPaths = PROJECT_PATHS, begin?: () => void): Promise<Generated> {
  writeChanged(
    path.join(paths.metaFolder, 'ui.meta.json'),
    jsonText(uiMeta(readWidgetRegistry(paths.registryFile))),
  );
  // Another questionnaire gets what its editor and other systems read; the types here stay those of the engine's own.
  const isGuest = paths.outFolder === PROJECT_PATHS.outFolder && paths.schemasFolder !== ENGINE_SCHEMAS;
  if (isGuest) writeFolder(path.join(paths.schemasFolder, 'meta'), textsIn(paths.metaFolder));
  const textFile = path.join(paths.outFolder, 'texts.ts');
  const { textModule } = await import('#compiler/emit/text-module.ts');
  // The compilers import it, directly or through the model.
  if (!existsSync(textFile)) writeChanged(textFile, textModule(paths.schemasFolder));
  const inputs = stampOfInputs(paths);
  if (isStamped(paths, inputs)) return { kind: 'unchanged' };
  begin?.();
  // Loading the compilers takes longer than comparing the stamp.
  const { compileSchemas } = await import('#compiler/compile-schemas.ts');
  const { editorSchemas } = await import('#compiler/editor-schemas.ts');
  const { generatedFiles } = await import('#compiler/emit/generated-files.ts');
  const editor = editorSchemas(paths);
  // Editors keep their last schemas during a fault, when they help most.
  if (editor) writeFolder(path.join(paths.outFolder, 'editor'), editor);
  const { partners, faults } = compileSchemas(paths.schemasFolder);
  if (faults.some(isError)) return { kind: 'refused', faults };
  const files = await generatedFiles(partners);
  // Before any write, so that an interrupted run leaves no stamp.
  rmSync(stampFile(paths), { force: true });
  for (const [name, text] of files.types) {
    if (!isGuest || name === DIRECTORIES) writeChanged(path.join(paths.outFolder, name), text);
    else if (name === ANSWER_TYPES) writeChanged(path.join(paths.schemasFolder, name), text);
  }
  writeChanged(textFile, textModule(paths.schemasFolder));
  writeFolder(path.join(paths.outFolder, 'partners'), files.partners);
  writeFolder(path.join(paths.outFolder, 'served'), files.served);
  writeChanged(stampFile(paths), stampText(paths, inputs));
  return { kind: 'generated', partners: [...partners.keys()] };
}

async function generateAndShow(): Promise<void> {
  parseArgs();
  const started = performance.now();
  const generated = await generate();
  if (generated.kind === 'refused') {
    console.error(formatFaults(generated.faults));
    console.error('Nothing was generated.');
    process.exitCode = 1;
  } else {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const what =
      generated.kind === 'unchanged' ? 'Nothing changed' : `Generated ${generated.partners.join(', ')}`;
    console.log(`${what} (${seconds} s).`);
  }
}

/** Code whose changes trigger regeneration. */
const COMPILER_CODE = ['src/compiler', 'src/form', 'src/texts', 'package-lock.json'];

/** The directories of the questionnaire that is served. */
const DIRECTORIES = 'directories.ts';

/** Answer types, also written next to a questionnaire of its own. */
const ANSWER_TYPES = 'answers.ts';

function textsIn(folder: string): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

const MODULES = [ANSWER_TYPES, 'api.ts', 'directories.ts', 'partner.ts', 'texts.ts'];

/** SHA-256 (hex) of all inputs: sources and generating code. */
function stampOfInputs(paths: SchemaPaths): string {
  const sources = [paths.schemasFolder, ENGINE_SCHEMAS, paths.registryFile].map(belowRoot);
  return fingerprint(PROJECT_ROOT, [...sources, ...COMPILER_CODE]);
}

/** Whether only generated types are uncommitted, such as after `npm run check` following a commit. */
export function areTypesUncommitted(root: string): boolean {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  const changed = (stdout ?? '').split('\n').filter((line) => line !== '');
  return changed.length > 0 && changed.every((line) => line.slice(3).startsWith('src/generated/'));
}

/** Whether the last run had the same inputs, succeeded, and its outputs are unchanged. */
function isStamped(paths: SchemaPaths, inputs: string): boolean {
  const file = stampFile(paths);
  if (!existsSync(path.join(paths.outFolder, 'editor'))) return false;
  return existsSync(file) && readFileSync(file, 'utf8') === stampText(paths, inputs);
}

function stampText(paths: SchemaPaths, inputs: string): string {
  const types = MODULES.map((name) => belowRoot(path.join(paths.outFolder, name)));
  return `${inputs}\n${fingerprint(PROJECT_ROOT, types)}\n`;
}

function stampFile(paths: SchemaPaths): string {
  return path.join(paths.outFolder, 'partners', '.stamp');
}

function belowRoot(file: string): string {
  return path.relative(PROJECT_ROOT, file);
}

if (import.meta.main) await runScript(USAGE, generateAndShow);
