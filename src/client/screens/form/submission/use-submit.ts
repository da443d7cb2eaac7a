import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { timingOf } from '#form/deadlines/deadlines.ts';
import { endsForm, errorMessageOf } from '#client/api/call.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { useApplication, type Application } from '#client/session/application.ts';
import { COMPLETION_PATH, type NavigationState } from '#client/session/navigation-state.ts';
import { submitForm, notSavedMessage } from '#client/session/submit-form.ts';
import { say, submitTexts } from '#texts/say.ts';

type Listeners = {
  readonly onError: (error: unknown) => void;
  readonly onNotSaved: () => void;
  /** Called when the submission has errors. */
  readonly onIncomplete: () => void;
};

/** Submits the application and tracks the outcome. */
export function useSubmit({ onError, onNotSaved, onIncomplete }: Listeners) {
  const application = useApplication();
  const { application: calls, partner, serverNow } = useServices();
  const { student } = application;
  const navigate = useNavigate();
  const [isOutdated, setOutdated] = useState(false);
  const [tooLate, setTooLate] = useState<string>();
  // `isPending` updates on the next render; a second click can come before.
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
      // Answered, so a further submit is not a retry.
      student.set({ ...student.get(), submitBegun: null });
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
    /** Not submitted because of changes elsewhere. */
    isOutdated,
    /** Message for a missed deadline. */
    tooLate,
    dismissTooLate: () => setTooLate(undefined),
    dismissOutdated: () => setOutdated(false),
  };
}

/** Records a timely submit, retryable after the deadline (decision 22). */
function noteBegun({ store, student }: Application, { deadlines }: Services['partner'], now: Date): void {
  if (deadlines === undefined) return;
  const { answers } = store.state().form;
  const isLate = timingOf(deadlines, answers, { now, begunAt: null })?.isLate ?? false;
  if (!isLate) student.set({ ...student.get(), submitBegun: { at: now, answers } });
}

/** Error dialog state of an action. */
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
      // Conflicts and ended sessions have their own UI.
      if (phase !== 'conflict' && phase !== 'signed-out') setErrorMessage(notSavedMessage(application));
    },
  };
}
