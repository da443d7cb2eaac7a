import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withCompanions } from '#form/answers/with-companions.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { useApplication } from '#client/session/application.ts';
import { readAnswers, readEntries } from '#client/api/read-answers.ts';
import { useServices } from '#client/api/services.ts';

const HASH = '#fill=';

/**
 * Fills in the form with the answers and tabs of an address such as `/about#fill=eyJhb…`, with what is answered
 * already, and takes them out of the address. `npm run check` prints such addresses: they show a fault.
 */
export function useFilledForm(): void {
  const { definition, store } = useApplication();
  const { now } = useServices();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!hash.startsWith(HASH)) return;
    const { answers, tabs } = readFilled(hash.slice(HASH.length));
    store.change({
      step: (before) => {
        const given = withCompanions(definition, answers, { answers: before.answers, now: now() });
        return {
          state: {
            ...before,
            answers: { ...before.answers, ...given },
            tabs: { ...before.tabs, ...tabs },
          },
        };
      },
    });
    void navigate({ pathname, search }, { replace: true, state });
  }, [definition, hash, navigate, now, pathname, search, state, store]);
}

/** @param text JSON as base64url @throws Error when it is none */
function readFilled(text: string) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const { answers, tabs } = isRecord(value) ? value : {};
  return {
    answers: readAnswers(answers),
    tabs: readEntries(tabs, (tab): tab is string => typeof tab === 'string'),
  };
}
