import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withCompanions } from '#form/answers/with-companions.ts';
import { useApplication, type Application } from '#client/session/application.ts';
import { useServices } from '#client/api/services.ts';
import { useQueryClient } from '@tanstack/react-query';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { openApplication } from '#client/session/open-application.ts';

/** Development aids of `npm run dev`; renders nothing. */
export function Development() {
  useNewDefinition();
  useFilledForm();
  return null;
}

const HASH = '#fill=';

/** Fills in the form from `#fill=`, as printed by `npm run check`. */
function useFilledForm(): void {
  const { definition, store } = useApplication();
  const { now } = useServices();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!hash.startsWith(HASH)) return;
    const { answers, tabs } = readFilled(hash.slice(HASH.length));
    store.dispatch({
      type: 'change',
      step: (before) => {
        const given = withCompanions(definition, answers, { answers: before.answers, now: now() });
        return {
          state: { ...before, answers: { ...before.answers, ...given }, tabs: { ...before.tabs, ...tabs } },
        };
      },
    });
    void navigate({ pathname, search }, { replace: true, state });
  }, [definition, hash, navigate, now, pathname, search, state, store]);
}

/** @param text JSON as base64url @throws Error if invalid */
function readFilled(text: string) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const filled: Pick<FormState, 'answers' | 'tabs'> = JSON.parse(new TextDecoder().decode(bytes));
  return filled;
}

/** Reopens a recompiled form, keeping scroll, focus and text (decision 13). */
function useNewDefinition(): void {
  const services = useServices();
  const application = useApplication();
  const queries = useQueryClient();
  useEffect(() => {
    // The server waits for this before restarting.
    import.meta.hot?.send('schemas:shown');
    let last: Promise<unknown> = Promise.resolve();
    let isReplaced = false;
    const renew = async (): Promise<void> => {
      if (isReplaced) return;
      keepVisitorAnswers(application, services.drafts.visitor);
      await saveNow(application);
      const before = application.store.state().form.answers;
      const next = await openApplication(services);
      restoreState(application, before, next);
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

/** Transfers changes made during the reopening, and navigation state. */
function restoreState(last: Application, before: Answers, next: Application): void {
  const changed = Object.entries(last.store.state().form.answers).filter(
    ([key, value]) => !isSameAnswer(value, before[key]),
  );
  next.store.dispatch({ type: 'setAnswers', answers: Object.fromEntries(changed) });
  const { hasChangedPage } = last.student.get();
  next.student.set({ ...next.student.get(), returnTo: null, hasChangedPage });
}
