import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAnswered } from '#form/answers/facts.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { endsForm, messageOf } from '#client/data/request-error.ts';
import { useServices } from '#client/data/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Handed } from '../handed.ts';
import { useApplication, type Application } from './application.ts';
import { COMPLETION_PATH } from './route-rules.ts';
import { saveNow, submitApplication, whyNotSaved } from './submit-application.ts';
import { useRefusal } from './use-refusal.ts';
import { useSignUp } from './use-sign-up.ts';

/** What the buttons and links of a form page do. `fault` is the sentence for the error dialog. */
export function useFormActions(page: PageDefinition) {
  const application = useApplication();
  const { application: calls } = useServices();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const [refusal, refuse] = useRefusal(page);
  const onError = (error: unknown): void => {
    if (!endsForm(error)) setFault(messageOf(error));
  };

  const changePage = (path: string): void => void navigate(path);
  const goToSignUp = useSignUp();
  const tellNotSaved = (): void => {
    const phase = application.autosave?.getState().phase;
    // A conflict and an ended session show by themselves.
    if (phase !== 'conflict' && phase !== 'signed-out') setFault(whyNotSaved(application));
  };

  /** Tells on a navigation what is wrong, with the page that is left (specification 7). */
  const report = async (): Promise<void> => {
    if (application.student.get().webStatus !== 'validating') return;
    await calls.reportErrors(await application.validate(), page.id);
  };
  const save = useMutation({
    onError,
    mutationFn: async (target: string) => {
      if (!(await saveNow(application))) return tellNotSaved();
      await report();
      changePage(target);
    },
  });
  const submit = useMutation({
    onError,
    mutationFn: async () => {
      const outcome = await submitApplication(application, calls);
      if (outcome.kind === 'not-saved') tellNotSaved();
      if (outcome.kind === 'incomplete') refuse();
      const state: Handed = { notice: 'Your application was successfully submitted.' };
      if (outcome.kind === 'submitted') await navigate(COMPLETION_PATH, { state });
    },
  });

  const isLoggedIn = application.autosave !== undefined;
  /**
   * Saves and reports while the page changes, which it does either way: what is not saved shows as such and is
   * tried again by itself. False for a visitor with any answer, who signs up instead (specification 2).
   */
  const leave = (): boolean => {
    commitDrafts();
    if (isLoggedIn) saveNow(application).then(report).catch(console.error);
    else if (hasAnswer(application)) goToSignUp();
    return isLoggedIn || !hasAnswer(application);
  };
  return {
    fault,
    dismissFault: () => setFault(undefined),
    refusal,
    isSaving: save.isPending,
    isSubmitting: submit.isPending,
    goBack: (path: string): void => {
      if (leave()) changePage(path);
    },
    saveAndGo: (path: string) => (isLoggedIn ? save.mutate(path) : goToSignUp()),
    submit: () => (isLoggedIn ? submit.mutate() : goToSignUp()),
    /** A step link. */
    step: (_page: PageDefinition, event: { preventDefault: () => void }): void => {
      if (!leave()) event.preventDefault();
    },
  };
}

function hasAnswer({ store }: Pick<Application, 'store'>): boolean {
  return Object.values(store.state().answers).some((value) => isAnswered(value));
}
