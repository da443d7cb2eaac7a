import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isAnswered } from '#form/definition/answer.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import { useApplication, type Application } from '#client/session/application.ts';
import { reportErrors, saveNow, submitForm, notSavedMessage } from '#client/session/submit-form.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { useState, useEffect, useRef, type RefObject } from 'react';
import { refusedSubmitTarget } from './PageActions.tsx';
import { timingOf } from '#form/deadlines/deadlines.ts';
import type { NavigationState } from '#client/session/navigation-state.ts';
import { COMPLETION_PATH } from '#client/session/form-places.ts';
import { say, submitTexts } from '#texts/say.ts';
import { endsForm, errorMessageOf } from '#client/api/call.ts';

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

type Listeners = {
  readonly onError: (error: unknown) => void;
  readonly onNotSaved: () => void;
  /** Something is missing or wrong, which the application knows now. */
  readonly onIncomplete: () => void;
};

/** What a Submit button does, and what becomes of it. */
export function useSubmit({ onError, onNotSaved, onIncomplete }: Listeners) {
  const application = useApplication();
  const { application: calls, partner, serverNow } = useServices();
  const { student } = application;
  const navigate = useNavigate();
  const [isOutdated, setOutdated] = useState(false);
  const [tooLate, setTooLate] = useState<string>();
  // `isPending` follows only with the next render; a second press can come before.
  const isRunning = useRef(false);
  const submit = useMutation({
    onError,
    onSettled: () => {
      isRunning.current = false;
    },
    mutationFn: async () => {
      const outcome = await submitForm(application, {
        ...calls,
        submit: () => {
          noteBegun(application, partner, serverNow());
          return calls.submit();
        },
      });
      // It was answered: what comes next is no further try.
      student.set({ ...student.get(), submitBegunAt: null });
      if (outcome.kind === 'not-saved') onNotSaved();
      if (outcome.kind === 'outdated') setOutdated(true);
      if (outcome.kind === 'late') setTooLate(outcome.message);
      if (outcome.kind === 'incomplete') onIncomplete();
      const state: NavigationState = { notice: say(submitTexts.done) };
      if (outcome.kind === 'submitted') await navigate(COMPLETION_PATH, { state });
    },
  });
  return {
    submit: () => {
      if (isRunning.current) return;
      isRunning.current = true;
      submit.mutate();
    },
    isSubmitting: submit.isPending,
    /** Not submitted, because something was changed elsewhere. */
    isOutdated,
    /** Why nothing is taken any more. */
    tooLate,
    dismissTooLate: () => setTooLate(undefined),
    dismissOutdated: () => setOutdated(false),
  };
}

/** Notes a submit that is in time, as the server does: it may be tried again after the deadline (decision 22). */
function noteBegun({ store, student }: Application, { deadlines }: Services['partner'], now: Date): void {
  if (deadlines === undefined) return;
  const { answers } = store.state().form;
  const isLate = timingOf(deadlines, answers, { now, begunAt: null })?.isLate ?? false;
  if (!isLate) student.set({ ...student.get(), submitBegunAt: now });
}

/** The sentence of the error dialog that a button ends in, and what it is set by. */
export function useErrorMessage() {
  const application = useApplication();
  const [errorMessage, setErrorMessage] = useState<string>();
  return {
    errorMessage,
    dismissError: (): void => setErrorMessage(undefined),
    onError: (error: unknown): void => {
      if (!endsForm(error)) setErrorMessage(errorMessageOf(error));
    },
    onNotSaved: (): void => {
      const phase = application.autosave?.getState().phase;
      // A conflict and an ended session show by themselves.
      if (phase !== 'conflict' && phase !== 'signed-out') setErrorMessage(notSavedMessage(application));
    },
  };
}
