import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useServices } from '#client/data/services.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { useApplication } from '#client/application/application.ts';
import { COMPLETION_PATH } from '#client/application/route-rules.ts';
import { submitForm } from '#client/application/submit-form.ts';
import { useSubmitRefusal } from './use-refusal.ts';
import { say } from '#texts/say.ts';
import * as submitTexts from '#generated/texts/submit.ts';

type Listeners = { readonly onError: (error: unknown) => void; readonly onNotSaved: () => void };

/** What the Submit button of a page does, and what becomes of it. */
export function useSubmit(page: PageDefinition, { onError, onNotSaved }: Listeners) {
  const application = useApplication();
  const { application: calls } = useServices();
  const navigate = useNavigate();
  const [isOutdated, setOutdated] = useState(false);
  const [refusal, refuse] = useSubmitRefusal(page);
  const submit = useMutation({
    onError,
    mutationFn: async () => {
      const outcome = await submitForm(application, calls);
      if (outcome.kind === 'not-saved') onNotSaved();
      if (outcome.kind === 'outdated') setOutdated(true);
      if (outcome.kind === 'incomplete') refuse();
      const state: NavigationState = { notice: say(submitTexts.done) };
      if (outcome.kind === 'submitted') await navigate(COMPLETION_PATH, { state });
    },
  });
  return {
    submit: () => submit.mutate(),
    isSubmitting: submit.isPending,
    refusal,
    /** Not submitted, because something was changed elsewhere. */
    isOutdated,
    dismissOutdated: () => setOutdated(false),
  };
}
