import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonText } from '#compiler/source/file-text.ts';
import { translate } from '#scripts/translate.ts';
import { copyCode } from './own-project.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The project as shipped, in two pseudo-languages, with formats of real ones. */
export const PSEUDO_PROJECT = path.join(root, '.cache/pseudo-project');
export const PSEUDO_LANGUAGES = [
  { language: 'ru-XA', direction: 'ltr', name: 'Þšéûðö' },
  { language: 'ar-XB', direction: 'rtl', name: 'עפקורג' },
] as const;

/** Assembles and builds the project for one partner, if changed since the last time. */
export function buildPseudoProject(name: string): void {
  copyCode(PSEUDO_PROJECT);
  const folder = path.join(PSEUDO_PROJECT, 'schemas');
  cpSync(path.join(root, 'schemas'), folder, { recursive: true });
  const partner = path.join(folder, `partners/${name}.json`);
  const languages = PSEUDO_LANGUAGES.map(({ language }) => language);
  const settings: object = JSON.parse(readFileSync(partner, 'utf8'));
  writeFileSync(partner, jsonText({ ...settings, languages }));
  for (const wanted of PSEUDO_LANGUAGES) translate({ ...wanted, isPseudo: true, folder });
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: PSEUDO_PROJECT, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}
