import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isAnswered } from '#form/definition/answer.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useServices } from '#client/api/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import { useApplication, type Application } from '#client/session/application.ts';
import { reportErrors, saveNow } from '#client/session/submit-form.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { useState, useEffect, useRef, type RefObject } from 'react';
import { refusedSubmitTarget } from './PageActions.tsx';
import { useErrorMessage, useSubmit } from './submission/use-submit.ts';

/** Actions of the buttons and links of a form page. `errorMessage` is the sentence for the error dialog. */
export function useFormActions(page: PageDefinition) {
  const application = useApplication();
  const { application: calls } = useServices();
  const navigate = useNavigate();
  const { onError, onNotSaved, ...errorMessage } = useErrorMessage();
  const [refusal, refuse] = useSubmitRefusal(page);
  const changePage = (path: string): void => void navigate(path);
  const goToSignUp = useSignUp();

  /** Reports the errors on a navigation, with the page that is left (docs/behavior.md 2.5); nobody waits for it. */
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
  /** Saves and reports while the page changes; false for a visitor with answers, who signs up instead. */
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
    /** A step link. */
    step: (_page: PageDefinition, event: { preventDefault: () => void }): void => {
      if (!leave()) event.preventDefault();
    },
  };
}

function hasAnswer({ store }: Pick<Application, 'store'>): boolean {
  return Object.values(store.state().form.answers).some((value) => isAnswered(value));
}

/** Sends a visitor to sign up; what was answered is carried. */
function useSignUp(): () => void {
  const application = useApplication();
  const { drafts } = useServices();
  const navigate = useNavigate();
  return () => {
    keepVisitorAnswers(application, drafts.visitor);
    void navigate('/signup');
  };
}

/** A submit that found something missing, with the path of the page it leads to. Each is an object of its own. */
type SubmitRefusal = { readonly path: string };

/** The last refused submit from a page, and what notes one and leads where the form wants the student then. */
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

/** Focuses the summary after a refused submit; call it after what focuses a new page. */
export function useSummaryFocus(
  refusal: SubmitRefusal | undefined,
  path: string,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useRef<SubmitRefusal>(undefined);
  useEffect(() => {
    if (!refusal || done.current === refusal || refusal.path !== path) return;
    done.current = refusal;
    heading.current?.focus();
  }, [refusal, path]);
  return heading;
}
