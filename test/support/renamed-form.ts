import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_MOVES } from '#test/server/renamed-toy.ts';

/** With which a key ends that was another before. */
export const RENAMED = '_today';

/** Gives some questions of a copy of the project other keys, as a later version of the form may; answers move along. */
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

/** Of such a form. */
const RENAMED_HASH = 'f'.repeat(64);
