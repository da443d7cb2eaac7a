import path from 'node:path';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';

const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

/** Keys of plain text questions of the compiled form. */
export async function firstTextKeys(count: number): Promise<readonly string[]> {
  const { definition } = await loadQuestionnaire(compiled);
  return definition.pages
    .flatMap((page) => Object.values(page.questions))
    .filter((question) => question.type === 'string')
    .slice(0, count)
    .map((question) => question.key);
}
