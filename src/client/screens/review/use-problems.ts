import { useEffect, useMemo, useState } from 'react';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { formProgress } from '#form/progress/progress.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Application } from '#client/session/application.ts';
import { validateAll } from '#client/session/submit-form.ts';
import { visibleMessages } from '#client/questionnaire/store/selectors.ts';
import type { Problems } from './review-scope.ts';

/** Problems that prevent submission; `unknown` without validators, `checking` while they load and none is known. */
export type FoundProblems = Problems | 'unknown' | 'checking';

type Found = ValidationErrors | 'unknown' | 'checking';

/** Validates the whole form in any status, and after each change. */
export function useProblems(application: Application): FoundProblems {
  const { definition, store } = application;
  const [found, setFound] = useState<Found>('checking');
  useEffect(() => watchProblems(application, setFound), [application]);
  return useMemo(() => {
    const errors = found === 'checking' ? missingAnswers(definition, store.state().form) : found;
    if (errors === 'unknown') return errors;
    const problems = visibleMessages([errors], questionsOf(definition), new Map());
    return found === 'checking' && problems.size === 0 ? found : problems;
  }, [definition, store, found]);
}

/** Missing required answers, known before the validators are loaded. */
function missingAnswers(definition: FormDefinition, state: FormState): ValidationErrors {
  const questions = questionsOf(definition);
  const { open } = formProgress(definition, state).total;
  return Object.fromEntries(open.map((key) => [key, [questions.get(key)?.messages['required'] ?? '']]));
}

/** @returns an unsubscribe function */
function watchProblems(application: Application, show: (found: Found) => void): () => void {
  const { documents, store } = application;
  let newest = 0;
  let checked: unknown;
  const check = async (): Promise<void> => {
    checked = store.state().form;
    const number = (newest += 1);
    const found = await validateAll(application).catch((error: unknown) => {
      console.error(error);
      return 'unknown' as const;
    });
    // Ignore results of older checks.
    if (number === newest) show(found);
  };
  const checkChanged = (): void => {
    if (checked !== store.state().form) void check();
  };
  const stops = [store.subscribe(checkChanged), documents?.subscribe(() => void check())];
  void check();
  return () => {
    newest += 1;
    stops.forEach((stop) => stop?.());
  };
}
