import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonText } from '#compiler/source/file-text.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { UsageError } from '../run-script.ts';

/** Files of a questionnaire by name. */
export type Files = Readonly<Record<string, object>>;

/** The smallest complete questionnaire: one page with two questions, a partner, a workflow that checks it. */
const SMALLEST = path.join(PROJECT_ROOT, 'deploy/new-form');

/**
 * Writes a questionnaire into a new or empty folder.
 *
 * @param questions files in place of those of the smallest questionnaire
 * @throws UsageError if the folder has files
 */
export function writeQuestionnaire(folder: string, questions?: Files): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
    throw new UsageError(
      `The folder ${folder} is not empty. Name a new one, so that nothing is overwritten.`,
    );
  const isCopied = (file: string) => !questions || !/new-form[\\/](?:form\.json$|pages\b)/.test(file);
  cpSync(SMALLEST, folder, { recursive: true, filter: isCopied });
  for (const [name, content] of Object.entries(questions ?? {})) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, jsonText(content));
  }
}
