import { toFacts } from '#form/answers/facts.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers, CardDefinition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { createListeners } from '#client/ui/observable.ts';
import { visibleMessages } from '../visible-messages.ts';
import type { QuestionStore } from './form-store.ts';
import type { StoreState } from './store-state.ts';
import { NO_FOCUS } from './focus-state.ts';

const NO_OPTIONS: readonly Option[] = [];
const NO_NOTICES: readonly string[] = [];

/** Creates the store of a log-in card, separate from that of pages because it loads first (decision 4). */
export function createCardStore(card: CardDefinition, answers: Answers): QuestionStore {
  const definition = { pages: [card] };
  const questions = new Map(Object.entries(card.questions));
  const listeners = createListeners<undefined>();
  const form = { answers, tabs: {}, counts: {} };
  const facts = toFacts(definition, form);
  let state: StoreState = { form, facts, declines: {}, errors: new Map(), awaited: [], focus: NO_FOCUS };
  const update = (part: Partial<StoreState>): void => {
    state = { ...state, ...part };
    listeners.notify(undefined);
  };
  const setAnswers = (given: Answers): void => {
    const { answers: before } = state.form;
    const changed = Object.entries(given).filter(([key, value]) => !isSameAnswer(before[key], value));
    if (changed.length === 0) return;
    const next = { ...state.form, answers: { ...before, ...Object.fromEntries(changed) } };
    update({ form: next, facts: toFacts(definition, next) });
  };
  return {
    subscribe: listeners.add,
    state: () => state,
    questions,
    options: () => NO_OPTIONS,
    notices: () => NO_NOTICES,
    dispatch: (action) => {
      if (action.type === 'setAnswers') return setAnswers(action.answers);
      update({ errors: visibleMessages(action.sources, questions, state.errors) });
    },
  };
}
