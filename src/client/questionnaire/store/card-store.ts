import { toFacts } from '#form/answers/facts.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Answers, AnswerValue, CardDefinition, Condition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { shownErrors } from '../shown-errors.ts';
import type { QuestionStore } from './form-store.ts';
import { createListeners } from '#client/ui/observable.ts';

const NO_OPTIONS: readonly Option[] = [];
const NO_NOTICES: readonly string[] = [];

/**
 * The store of a log-in card: texts that nobody saves, without groups, options or look-ups. It is none of a page,
 * because the log-in screen loads first (decision 4).
 */
export function createCardStore(card: CardDefinition, given: Answers): QuestionStore {
  const form = { pages: [card] };
  const questions = new Map(Object.entries(card.questions));
  const changes = createListeners();
  let state = { answers: given, tabs: {}, counts: {} };
  let errors: ReadonlyMap<string, readonly string[]> = new Map();
  const holds = (condition: Condition): boolean => evaluateCondition(condition, toFacts(form, state));
  return {
    subscribe: changes.add,
    state: () => state,
    question: (key) => questions.get(key),
    answer: (key): AnswerValue | undefined => state.answers[key],
    options: () => NO_OPTIONS,
    isVisible: ({ visibleWhen }) => visibleWhen === undefined || holds(visibleWhen),
    holds: (condition) => condition !== undefined && holds(condition),
    filled: () => undefined,
    declined: () => 0,
    isAwaited: () => false,
    error: (key) => errors.get(key),
    notices: () => NO_NOTICES,
    setErrors: (map: ValidationErrors) => {
      errors = shownErrors(map, questions, errors);
      changes.notify();
    },
    setAnswers: (answers) => {
      const changed = Object.entries(answers).filter(
        ([key, value]) => !isSameAnswer(state.answers[key], value),
      );
      if (changed.length === 0) return;
      state = { ...state, answers: { ...state.answers, ...Object.fromEntries(changed) } };
      changes.notify();
    },
  };
}
