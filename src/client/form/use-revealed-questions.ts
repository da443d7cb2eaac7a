import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { ChooseTab } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { openingsBefore } from './question-place.ts';
import { onRevealQuestion } from './reveal-question.ts';

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
      }),
    [page, store, chooseTab],
  );
}
