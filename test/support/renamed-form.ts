import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';

/** Suffix of renamed keys. */
export const RENAMED = '_today';

/** Renames questions in a copy of the project, as a later version might; answers are migrated. */
export function renameKeys(root: string, keys: readonly string[]): void {
  const file = path.join(root, 'src/generated/partners/default/form.json');
  const text = keys.reduce(
    (form, key) => form.replaceAll(`"${key}"`, `"${key}${RENAMED}"`),
    readFileSync(file, 'utf8'),
  );
  const moves = { ...NO_MOVES, keys: Object.fromEntries(keys.map((key) => [key, key + RENAMED])) };
  const form: object = JSON.parse(text);
  writeFileSync(file, JSON.stringify({ ...form, hash: RENAMED_HASH, moves }));
}

/** Form hash of such a copy. */
const RENAMED_HASH = 'f'.repeat(64);
