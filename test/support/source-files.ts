import { globSync } from 'node:fs';
import path from 'node:path';

/** Returns every source file, relative to the project, with `/`. */
export function sourceFiles(): readonly string[] {
  return globSync(['*.{ts,mjs}', '{src,scripts,test}/**/*.{ts,tsx,mjs}'])
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
}
