import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { useApplication } from '#client/application/application.ts';
import { COMPLETION_PATH } from '#client/application/route-rules.ts';
import { submitForm } from '#client/application/submit-form.ts';
import { say } from '#texts/say.ts';
import * as submitTexts from '#generated/texts/submit.ts';

type Listeners = {
  readonly onError: (error: unknown) => void;
  readonly onNotSaved: () => void;
  /** Something is missing or wrong, which the application knows now. */
  readonly onIncomplete: () => void;
};

/** What a Submit button does, and what becomes of it. */
export function useSubmit({ onError, onNotSaved, onIncomplete }: Listeners) {
  const application = useApplication();
  const { application: calls } = useServices();
  const navigate = useNavigate();
  const [isOutdated, setOutdated] = useState(false);
  const [tooLate, setTooLate] = useState<string>();
  const submit = useMutation({
    onError,
    mutationFn: async () => {
      const outcome = await submitForm(application, calls);
      if (outcome.kind === 'not-saved') onNotSaved();
      if (outcome.kind === 'outdated') setOutdated(true);
      if (outcome.kind === 'late') setTooLate(outcome.message);
      if (outcome.kind === 'incomplete') onIncomplete();
      const state: NavigationState = { notice: say(submitTexts.done) };
      if (outcome.kind === 'submitted') await navigate(COMPLETION_PATH, { state });
    },
  });
  return {
    submit: () => submit.mutate(),
    isSubmitting: submit.isPending,
    /** Not submitted, because something was changed elsewhere. */
    isOutdated,
    /** Why nothing is taken any more. */
    tooLate,
    dismissTooLate: () => setTooLate(undefined),
    dismissOutdated: () => setOutdated(false),
  };
}
