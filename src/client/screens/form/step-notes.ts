import type { FormDefinition } from '#form/definition/definition.ts';
import type { Progress } from '#form/progress/progress.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';

/** The state of a page: how many questions to correct, how many required ones are open, or all of those answered. */
export type StepNote = { readonly kind: 'wrong' | 'open' | 'done'; readonly count: number };

/**
 * A note for each page by its id; none for a page on which nothing is required. What a check found counts more
 * than what is open: it holds the open ones, and those that were answered wrongly.
 */
export function stepNotes(
  definition: FormDefinition,
  progress: Readonly<Record<string, Progress>>,
  errors: ValidationErrors,
): ReadonlyMap<string, StepNote> {
  const wrong = wrongQuestions(definition, errors);
  return new Map(
    definition.pages.flatMap(({ id }) => {
      const note = noteOf(progress[id], wrong.filter(({ page }) => page === id).length);
      return note ? [[id, note] as const] : [];
    }),
  );
}

function noteOf(progress: Progress | undefined, wrong: number): StepNote | undefined {
  if (wrong > 0) return { kind: 'wrong', count: wrong };
  if (!progress || progress.required === 0) return undefined;
  return progress.isComplete ? { kind: 'done', count: 0 } : { kind: 'open', count: progress.open.length };
}
