import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#scripts/run-tool.ts';

/** Parts of the project needed to compile and serve a form. */
const PARTS = [
  'index.html',
  'package.json',
  'package-lock.json',
  'schemas/api',
  'schemas/meta',
  'schemas/texts.json',
  'scripts',
  'src',
  'test/tsconfig.json',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Copies the project with another questionnaire, to a folder inside it, so that Node and Vite find its packages.
 *
 * @param form folder of the questionnaire; uses the project's engine texts if it has none
 * @returns the folder
 */
export function copyProject(form: string): string {
  const copies = path.join(projectRoot, '.cache', 'copies');
  mkdirSync(copies, { recursive: true });
  const root = mkdtempSync(path.join(copies, 'project-'));
  for (const part of PARTS) cpSync(path.join(projectRoot, part), path.join(root, part), { recursive: true });
  cpSync(form, path.join(root, 'schemas'), { recursive: true });
  return root;
}
