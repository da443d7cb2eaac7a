import type { Answers, CardDefinition } from '#form/definition/definition.ts';
import { createFormStore, type FormStore } from './form-store.ts';

/** The store of a log-in card: a form of one page, without options, that nobody saves. */
export function createCardStore(card: CardDefinition, answers: Answers, now: Date): FormStore {
  return createFormStore({
    definition: { pages: [card], options: {} },
    state: { answers, tabs: {}, counts: {} },
    now,
    signedIn: false,
  });
}
