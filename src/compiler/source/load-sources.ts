import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SourceFile } from './source-file.ts';

/** Every JSON file below the schemas folder by its name, in alphabetical order; `meta/` left out. */
export function loadSources(folder: string): ReadonlyMap<string, SourceFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.json') && !name.startsWith('meta/'))
    .toSorted();
  return new Map(
    names.map((name) => [name, new SourceFile(name, readFileSync(path.join(folder, name), 'utf8'))]),
  );
}
