import { useMemo } from 'react';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Application } from '#client/session/application.ts';
import { visibleMessages } from '#client/questionnaire/store/selectors.ts';
import { missingAnswers, useCheckedForm } from '../form/sections/use-checked-form.ts';
import type { Problems } from './review-scope.ts';

/** Problems that prevent submission; `unknown` without validators, `checking` while they load and none is known. */
export type FoundProblems = Problems | 'unknown' | 'checking';

/** Problems of the whole form in any status, also after changes. */
export function useProblems(application: Application): FoundProblems {
  const { errors } = useCheckedForm();
  return useMemo(() => {
    if (errors === 'unknown') return errors;
    const found = errors === 'checking' ? missingAnswers(application) : errors;
    const problems = visibleMessages([found], questionsOf(application.definition), new Map());
    return errors === 'checking' && problems.size === 0 ? errors : problems;
  }, [application, errors]);
}
