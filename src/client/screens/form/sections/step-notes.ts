import type { FormDefinition } from '#form/definition/definition.ts';
import type { Progress } from '#form/progress/progress-among.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { useMemo } from 'react';
import { useApplication } from '#client/session/application.ts';
import { useFormProgress } from './counted-progress.ts';
import { type ShownMistakes, useShownMistakes } from './shown-mistakes.ts';

/**
 * The state of a page: how many questions to correct, how many to look at again because the form has changed, how many
 * required ones are open, or all of those answered.
 */
export type StepNote = { readonly kind: 'wrong' | 'look' | 'open' | 'done'; readonly count: number };

/**
 * A note for each page by its id; none for a page on which nothing is required. What a check found counts more
 * than what is open: it holds the open ones, and those that were answered wrongly. Before the student submits it holds
 * what the form has changed; a mistake that its question shows is left to do like one that is not answered.
 */
export function stepNotes(
  definition: FormDefinition,
  progress: Readonly<Record<string, Progress>>,
  mistakes: ShownMistakes,
): ReadonlyMap<string, StepNote> {
  const wrong = wrongQuestions(definition, mistakes.shown);
  return new Map(
    definition.pages.flatMap(({ id }) => {
      const keys = wrong.filter(({ page }) => page === id).map(({ key }) => key);
      const note = noteOf(keys, progress[id], mistakes);
      return note ? [[id, note] as const] : [];
    }),
  );
}

function noteOf(
  wrong: readonly string[],
  progress: Progress | undefined,
  { isAll, isToLookAt }: ShownMistakes,
): StepNote | undefined {
  const open = progress?.open ?? [];
  if (wrong.length > 0 && (isAll || open.length === 0 || wrong.some(isToLookAt))) {
    return { kind: wrong.every(isToLookAt) ? 'look' : 'wrong', count: wrong.length };
  }
  if (!progress || progress.required === 0) return undefined;
  const left = new Set([...open, ...wrong]).size;
  return left === 0 ? { kind: 'done', count: 0 } : { kind: 'open', count: left };
}

/** The state of each page, by its id; a moment behind the answers. */
export function useStepNotes(): ReadonlyMap<string, StepNote> {
  const { definition } = useApplication();
  const mistakes = useShownMistakes();
  const { pages } = useFormProgress();
  return useMemo(() => stepNotes(definition, pages, mistakes), [definition, pages, mistakes]);
}
