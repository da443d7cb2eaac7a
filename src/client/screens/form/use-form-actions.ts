import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isAnswered } from '#form/definition/answer.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useServices } from '#client/api/services.ts';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import { useApplication, type Application } from '#client/session/application.ts';
import { reportErrors, saveNow } from '#client/session/submit-form.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { useState, useEffect, useRef, type RefObject } from 'react';
import { refusedSubmitTarget } from './PageActions.tsx';
import { useErrorMessage, useSubmit } from './submission/use-submit.ts';

/** Actions of a form page. `errorMessage` is the text for the error dialog. */
export function useFormActions(page: PageDefinition) {
  const application = useApplication();
  const { application: calls } = useServices();
  const navigate = useNavigate();
  const { onError, onNotSaved, ...errorMessage } = useErrorMessage();
  const [refusal, refuse] = useSubmitRefusal(page);
  const changePage = (path: string): void => void navigate(path);
  const goToSignUp = useSignUp();

  /** Reports errors of the page left (docs/behavior.md 2.5) in the background. */
  const report = (): void => {
    if (application.student.get().webStatus !== 'validating') return;
    void reportErrors(calls, application.validate(), page.id);
  };
  const save = useMutation({
    onError,
    mutationFn: async (target: string) => {
      if (!(await saveNow(application))) return onNotSaved();
      report();
      changePage(target);
    },
  });
  const { submit, ...submission } = useSubmit({ onError, onNotSaved, onIncomplete: refuse });

  const isLoggedIn = application.autosave !== undefined;
  /** Saves and reports in the background. Returns false for a visitor with answers, who signs up. */
  const leave = (): boolean => {
    commitDrafts();
    if (isLoggedIn) saveNow(application).then(report).catch(console.error);
    else if (hasAnswer(application)) goToSignUp();
    return isLoggedIn || !hasAnswer(application);
  };
  return {
    ...errorMessage,
    ...submission,
    refusal,
    isSaving: save.isPending,
    goBack: (path: string): void => {
      if (leave()) changePage(path);
    },
    saveAndGo: (path: string) => (isLoggedIn ? save.mutate(path) : goToSignUp()),
    submit: () => (isLoggedIn ? submit() : goToSignUp()),
    step: (_page: PageDefinition, event: { preventDefault: () => void }): void => {
      if (!leave()) event.preventDefault();
    },
  };
}

function hasAnswer({ store }: Pick<Application, 'store'>): boolean {
  return Object.values(store.state().form.answers).some((value) => isAnswered(value));
}

/** Sends a visitor to sign-up, keeping the draft. */
function useSignUp(): () => void {
  const application = useApplication();
  const { drafts } = useServices();
  const navigate = useNavigate();
  return () => {
    keepVisitorAnswers(application, drafts.visitor);
    void navigate('/signup');
  };
}

/** A refused submit, with the target path. Compared by identity. */
type SubmitRefusal = { readonly path: string };

/** Returns the last refused submit and its handler. */
function useSubmitRefusal(page: PageDefinition): readonly [SubmitRefusal | undefined, () => void] {
  const { definition } = useApplication();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<SubmitRefusal>();
  const refuse = (): void => {
    const path = refusedSubmitTarget(definition, page);
    setRefusal({ path });
    if (path !== page.path) void navigate(path);
  };
  return [refusal, refuse];
}

/** Focuses the summary after a refused submit. Call after page-focus effects. */
export function useSummaryFocus(
  refusal: SubmitRefusal | undefined,
  path: string,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useRef<SubmitRefusal>(undefined);
  useEffect(() => {
    if (!refusal || done.current === refusal || refusal.path !== path) return;
    done.current = refusal;
    // At the top: focus alone would center it.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [refusal, path]);
  return heading;
}
