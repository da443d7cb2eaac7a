import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { doWaiting } from '#client/ui/after-paint.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { ChooseTab } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { openingsBefore } from './question-place.ts';

const EVENT = 'question-wanted';

/** Asks the renderer to show a question that is in a closed tab or behind a confirmation. */
export function revealQuestion(key: string): void {
  document.dispatchEvent(new CustomEvent<string>(EVENT, { detail: key }));
}

/** Calls the listener with the key of a question that is asked for. @returns how to stop listening */
function onRevealQuestion(listener: (key: string) => void): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  document.addEventListener(EVENT, handle);
  return () => document.removeEventListener(EVENT, handle);
}

/** Opens the tabs and confirmations around a question that is to be shown. */
export function useRevealedQuestions(page: PageDefinition, store: FormStore, chooseTab: ChooseTab): void {
  useEffect(
    () =>
      onRevealQuestion((key) => {
        const owner = page.questions[key]?.partOf ?? key;
        flushSync(() => {
          for (const opening of openingsBefore(page.layout, owner) ?? []) {
            if (opening.kind === 'tab') chooseTab(opening.group, opening.tab);
            else store.setOpen(opening.node, true);
          }
        });
        doWaiting();
      }),
    [page, store, chooseTab],
  );
}
