import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAnswered } from '#form/answers/facts.ts';
import type { Answers } from '#form/definition/definition.ts';
import { showToast } from '#client/components/ToastHost.tsx';
import { messageOf, RequestError } from '#client/data/request-error.ts';
import { useServices } from '#client/data/services.ts';
import type { FormStore } from '#client/form/form-store.ts';
import type { Application } from './application.ts';

const TOKEN = 'token';
const FILLED = 'Some answers were filled in for you. Please check them.';
const LOGGED_IN = 'You are logged in, so the answers of this link were not filled in.';

/**
 * Fills in a visitor's form with the answers behind `?token=` (specification 2, "Other query parameters on load"),
 * as if they had been typed, and takes the token out of the address, so that it goes no further. What was typed
 * already stays. A link that is not valid is told, and the form works without it.
 *
 * @param hasArrived false while the routing rules send the visitor elsewhere
 */
export function usePrefill({ autosave, store }: Application, hasArrived: boolean): void {
  const { application: calls } = useServices();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const asked = useRef<string>(undefined);
  const token = new URLSearchParams(search).get(TOKEN);
  useEffect(() => {
    if (!hasArrived || token === null || asked.current === token) return;
    asked.current = token;
    const withoutToken = (): void => {
      const to = { pathname, search: searchWithout(search, TOKEN), hash };
      void navigate(to, { replace: true, state });
    };
    const fill = async (): Promise<void> => {
      const { answer } = await calls.prefilled(token);
      withoutToken();
      store.setAnswers(unanswered(store, answer));
      showToast({ severity: 'success', label: 'Success Notification', message: FILLED });
    };
    if (autosave) {
      withoutToken();
      showToast({ severity: 'error', label: 'Link Error', message: LOGGED_IN });
      return;
    }
    fill().catch((error: unknown) => {
      // Where no answer came, the token stays, so that loading the page again tries again.
      if (error instanceof RequestError && error.code === 'refused') withoutToken();
      showToast({ severity: 'error', label: 'Link Error', message: messageOf(error) });
    });
  }, [autosave, calls, hasArrived, hash, navigate, pathname, search, state, store, token]);
}

function unanswered(store: FormStore, answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !isAnswered(store.answer(key))));
}

function searchWithout(search: string, name: string): string {
  const query = new URLSearchParams(search);
  query.delete(name);
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}
