import type { FormDefinition } from '#form/definition/definition.ts';
import { type Progress, formProgress } from '#form/progress/progress.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApplication } from '#client/application/application.ts';

/**
 * The state of a page: how many questions to correct, how many to look at again because the form has changed, how many
 * required ones are open, or all of those answered.
 */
export type StepNote = { readonly kind: 'wrong' | 'look' | 'open' | 'done'; readonly count: number };

/**
 * A note for each page by its id; none for a page on which nothing is required. What a check found counts more
 * than what is open: it holds the open ones, and those that were answered wrongly. Before the student submits it holds
 * what the form has changed.
 */
export function stepNotes(
  definition: FormDefinition,
  progress: Readonly<Record<string, Progress>>,
  errors: ValidationErrors,
  webStatus?: WebStatus | null,
): ReadonlyMap<string, StepNote> {
  const wrong = wrongQuestions(definition, errors);
  const kind = webStatus === 'validating' ? 'wrong' : 'look';
  return new Map(
    definition.pages.flatMap(({ id }) => {
      const count = wrong.filter(({ page }) => page === id).length;
      const note: StepNote | undefined = count > 0 ? { kind, count } : noteOf(progress[id]);
      return note ? [[id, note] as const] : [];
    }),
  );
}

function noteOf(progress: Progress | undefined): StepNote | undefined {
  if (!progress || progress.required === 0) return undefined;
  return progress.isComplete ? { kind: 'done', count: 0 } : { kind: 'open', count: progress.open.length };
}

/** Milliseconds without a change after which is counted again: the whole form is counted, never while typing. */
const COUNT_AFTER = 400;

/** The state of each page, by its id; a moment behind the answers. */
export function useStepNotes(): ReadonlyMap<string, StepNote> {
  const { definition, store, errors, student } = useApplication();
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const [progress, setProgress] = useState(() => formProgress(definition, store.state()).pages);
  useEffect(() => {
    let counted: unknown = store.state();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      counted = store.state();
      setProgress(formProgress(definition, store.state()).pages);
    };
    const stop = store.subscribe(() => {
      if (counted === store.state()) return;
      clearTimeout(timer);
      timer = setTimeout(count, COUNT_AFTER);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [definition, store]);
  return useMemo(
    () => stepNotes(definition, progress, found, webStatus),
    [definition, progress, found, webStatus],
  );
}
