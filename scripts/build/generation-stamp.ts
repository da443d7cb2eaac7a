import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT, type SchemaPaths } from '#compiler/source/schema-paths.ts';
import { fingerprint } from './fingerprint.ts';
import { writeChanged } from './write-files.ts';

/** Code whose change makes everything be regenerated. */
const COMPILER_CODE = [
  'src/compiler',
  'src/form/answers',
  'src/form/conditions',
  'src/form/definition',
  'src/form/validation',
  'package-lock.json',
];

/** The generated modules. */
const MODULES = ['answers.ts', 'api.ts', 'partner.ts', 'personas.ts', 'texts.ts'];

/** SHA-256 (hex) over all sources and all code that what is generated depends on. */
export function stampOfInputs(paths: SchemaPaths): string {
  const sources = [paths.schemasFolder, paths.metaFolder, paths.registryFile].map(belowRoot);
  return fingerprint(PROJECT_ROOT, [...sources, ...COMPILER_CODE]);
}

/** True when the last run with these inputs ended well, the types are still as it wrote them, and editors have theirs. */
export function isStamped(paths: SchemaPaths, inputs: string): boolean {
  const file = stampFile(paths);
  if (!existsSync(path.join(paths.outFolder, 'editor'))) return false;
  return existsSync(file) && readFileSync(file, 'utf8') === stampText(paths, inputs);
}

/** To be called before anything is written: a run that is broken off leaves no stamp. */
export function removeStamp(paths: SchemaPaths): void {
  rmSync(stampFile(paths), { force: true });
}

/** To be called last. */
export function writeStamp(paths: SchemaPaths, inputs: string): void {
  writeChanged(stampFile(paths), stampText(paths, inputs));
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
