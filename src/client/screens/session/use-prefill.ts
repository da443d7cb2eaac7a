import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { answersToTake } from '#form/answers/visitor-draft.ts';
import { countAnswered } from '#form/progress/count-answered.ts';
import { showToast } from '#client/ui/toast/ToastHost.tsx';
import { successToast } from '#client/ui/toast/Toast.tsx';
import { errorMessageOf, RequestError } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import type { Application } from '#client/session/application.ts';
import { searchOf } from '#client/session/form-places.ts';
import { say, sessionTexts } from '#texts/say.ts';

/** Fills in empty questions from `?token=`, and removes it from the address (docs/behavior.md 2.3). */
export function usePrefill({ definition, store, student }: Application, hasArrived: boolean): void {
  const { application: calls } = useServices();
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => void (latest.current = location), [location]);
  const navigate = useNavigate();
  const fetched = useRef<string>(undefined);
  const { token } = readSearch(location.search);
  useEffect(() => {
    if (!hasArrived || token === undefined || fetched.current === token) return;
    fetched.current = token;
    // The student may have gone on to another page by now.
    const withoutToken = (): void => {
      const { pathname, search, hash, state } = latest.current;
      const { token: there, ...rest } = readSearch(search);
      if (there === token)
        void navigate({ pathname, search: searchOf(rest), hash }, { replace: true, state });
    };
    const showError = (message: string): void =>
      showToast({ severity: 'error', label: say(sessionTexts.linkError), message });
    const fill = async (): Promise<void> => {
      const { answer } = await calls.prefilled(token);
      withoutToken();
      const comparison = { form: definition, state: store.state().form, draft: answer };
      const filled = answersToTake(comparison, new Set());
      store.dispatch({
        type: 'setAnswers',
        answers: filled,
        onMade: () => store.dispatch({ type: 'restored' }),
      });
      const count = countAnswered(definition, filled, Object.keys(filled));
      showToast(
        successToast(count > 0 ? say(sessionTexts.filled, { count }) : say(sessionTexts.nothingFilled)),
      );
    };
    if (student.get().webStatus === 'submitted') {
      withoutToken();
      return showError(say(sessionTexts.filledTooLate));
    }
    fill().catch((error: unknown) => {
      // Where no answer came, the token stays, so that loading the page again tries again.
      if (error instanceof RequestError && error.code === 'refused') withoutToken();
      showError(errorMessageOf(error));
    });
  }, [calls, definition, hasArrived, navigate, store, student, token]);
}

function readSearch(search: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(search));
}
