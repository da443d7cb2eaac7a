import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { summarize, type SummaryLine } from '#form/summary/summary.ts';
import type { PrintLines } from '#client/questionnaire/print/print-lines.ts';
import type { Problems } from './review-scope.ts';

export const NO_PROBLEMS: Problems = new Map();

/** The summary of the answers, by question, with an empty line for each question whose answer is missing. */
export function reviewedLines(
  definition: FormDefinition,
  state: FormState,
  { now, problems = NO_PROBLEMS }: { readonly now: Date; readonly problems?: Problems },
): PrintLines {
  const lines = summarize(definition, state, now).map((line) => [line.key, line] as const);
  const answered = new Set(lines.map(([key]) => key));
  const missing = [...problems.keys()].filter((key) => !answered.has(key));
  return new Map([...lines, ...missing.flatMap((key) => emptyLine(definition, key))]);
}

function emptyLine(definition: FormDefinition, key: string): readonly (readonly [string, SummaryLine])[] {
  const question = questionsOf(definition).get(key);
  if (!question) return [];
  const { page, fullLabel: label } = question;
  return [[key, { page, section: '', key, label, value: '', kind: 'text', options: [] }]];
}
