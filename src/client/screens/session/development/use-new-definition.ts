import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import { type Application, useApplication } from '#client/session/application.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { keepVisitorAnswers } from '#client/saving/use-visitor-draft.ts';
import { useServices } from '#client/api/services.ts';
import { openWithToasts } from '../open-with-toasts.ts';

/**
 * Reopens the form when the questionnaire was compiled, without loading the page again: the screens stay, so that
 * scroll position, focus and what is being typed stay with them (decision 13).
 */
export function useNewDefinition(): void {
  const services = useServices();
  const application = useApplication();
  const queries = useQueryClient();
  useEffect(() => {
    // The server waits for it before it restarts.
    import.meta.hot?.send('schemas:shown');
    let last: Promise<unknown> = Promise.resolve();
    let isReplaced = false;
    const renew = async (): Promise<void> => {
      if (isReplaced) return;
      keepVisitorAnswers(application, services.drafts.visitor);
      await saveNow(application);
      const before = application.store.state().answers;
      const next = await openWithToasts(services);
      takeOver(application, before, next);
      queries.setQueryData(['application', application.student.get().isLoggedIn], next);
      isReplaced = true;
      application.close(true);
    };
    const listener = (): void => {
      last = last.then(renew).catch((error: unknown) => console.error(error));
    };
    import.meta.hot?.on('schemas:changed', listener);
    return () => import.meta.hot?.off('schemas:changed', listener);
  }, [application, queries, services]);
}

/** What was changed while the form was reopened, and where the student is. */
function takeOver(last: Application, before: Answers, next: Application): void {
  const changed = Object.entries(last.store.state().answers).filter(
    ([key, value]) => !isSameAnswer(value, before[key]),
  );
  next.store.setAnswers(Object.fromEntries(changed));
  const { hasChangedPage } = last.student.get();
  next.student.set({ ...next.student.get(), returnTo: null, hasChangedPage });
}
