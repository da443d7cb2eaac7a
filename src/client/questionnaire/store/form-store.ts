import { allChoices } from '#form/answers/facts.ts';
import { clearDependents } from '#form/answers/clear-dependents.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Answers, AnswerValue, Condition, FormState, Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionListName, optionsOf } from '#form/answers/option-lists.ts';
import { createAnswerCore, type AnswerStep, type StoreDefinition, type AnswerCore } from './answer-core.ts';
import { createConfirmedChanges } from './confirmed-changes.ts';
import { shownNotices } from '#form/notices/shown-notices.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { shownErrors } from '../shown-errors.ts';
import { fillActions } from './fill-actions.ts';
import { groupActions } from './group-actions.ts';
import { createBlurredQuestions } from './blurred-questions.ts';

export type FormStoreOptions = {
  readonly definition: StoreDefinition;
  readonly state: FormState;
  /** Today, for lists of years. */
  readonly now: Date;
  /** Not signed in: only the default tab of a group shows, and nothing can be added (docs/behavior.md 6). */
  readonly signedIn: boolean;
};

/**
 * The one owner of what a student has answered, outside React: a change is in the store when the event handler
 * returns, and only the questions it touches are re-rendered. What is visible and cleared the model decides.
 */
export type FormStore = ReturnType<typeof createFormStore>;

/** What questions are rendered from, on a page as on a card. */
export type QuestionStore = Pick<
  FormStore,
  | 'subscribe'
  | 'state'
  | 'question'
  | 'answer'
  | 'options'
  | 'isVisible'
  | 'holds'
  | 'filled'
  | 'declined'
  | 'isAwaited'
  | 'error'
  | 'notices'
  | 'setErrors'
  | 'setAnswers'
>;

export function createFormStore({ definition, state, now, signedIn }: FormStoreOptions) {
  const questions = questionsOf(definition);
  const chosen = signedIn ? state : { ...state, tabs: {} };
  // With the defaults: what is left without having been chosen can then be gone back to.
  const core = createAnswerCore(definition, { ...chosen, ...allChoices(definition, chosen) });
  const offered = optionLists(definition, now);
  let errors: ReadonlyMap<string, readonly string[]> = new Map();

  const changes = createConfirmedChanges(core, definition);

  const answerStep =
    (answers: Answers, lost: readonly string[] = []): AnswerStep =>
    (current) => {
      const given = withCompanions(definition, answers, { answers: current.answers, now });
      const next = clearDependents(definition, current.answers, given);
      if (next.answers === current.answers) return undefined;
      return { state: { ...current, answers: next.answers }, lost: [...lost, ...next.cleared] };
    };
  /**
   * Takes over what a student answers, with the labels of chosen options; the empty string empties. Of the rest
   * only what a changed answer controls is cleared, a long text only once the student has agreed.
   *
   * @param onMade called when it is done
   */
  const setAnswers = (answers: Answers, onMade?: () => void): void => {
    const [first = ''] = Object.keys(answers);
    changes.change({ step: answerStep(answers), by: questions.get(first)?.partOf ?? first, onMade });
  };
  const holds = (condition: Condition): boolean => evaluateCondition(condition, core.facts());
  return {
    ...core,
    ...changes,
    ...createAwaitedRecords(core),
    ...fillActions(core, changes, { definition, now }),
    ...groupActions(core, changes, { definition, signedIn, answerStep }),
    ...createBlurredQuestions(core, questions),
    definition,
    signedIn,
    /** What a question offers with the present answers; the same list as long as it is the same. */
    options: (question: Question): readonly Option[] => offered(question, core.state().answers),
    setAnswers,
    question: (key: string): Question | undefined => questions.get(key),
    answer: (key: string): AnswerValue | undefined => core.state().answers[key],
    /** @throws ConditionError when the condition cannot be evaluated */
    isVisible: (node: { readonly visibleWhen?: Condition }): boolean =>
      node.visibleWhen === undefined || holds(node.visibleWhen),
    /** False without a condition. @throws ConditionError when it cannot be evaluated */
    holds: (condition: Condition | undefined): boolean => condition !== undefined && holds(condition),
    /** Warnings shown for the answer to a question although nothing is wrong. @throws ConditionError */
    notices: (question: Question): readonly string[] => shownNotices(definition, question, core.facts()),
    /** The sentences at a question; undefined when there are none. */
    error: (key: string): readonly string[] | undefined => errors.get(key),
    /** All sentences that are shown; the same object until others are. */
    errors: (): ReadonlyMap<string, readonly string[]> => errors,
    /** Shows these messages and no others. Messages are shown only while status is validating. */
    setErrors: (map: ValidationErrors): void => {
      const shown = shownErrors(map, questions, errors);
      if (shown === errors) return;
      errors = shown;
      core.refresh();
    },
  };
}

/** The options of a question, each list made once. */
function optionLists(
  definition: StoreDefinition,
  now: Date,
): (question: Question, answers: Answers) => readonly Option[] {
  const lists = new Map<string, readonly Option[]>();
  return (question, answers) => {
    const name = optionListName(question, answers) ?? '';
    const list = lists.get(name) ?? optionsOf(definition, question, { answers, now });
    lists.set(name, list);
    return list;
  };
}

/** The records of look-ups that are on their way. */
function createAwaitedRecords(core: AnswerCore) {
  /** By the question that was looked up. */
  const awaited = new Map<Question, Promise<unknown>>();
  return {
    /** While a record is on its way, what it will answer is loading. Of two the later one counts. */
    awaitRecord: async <Coming>(question: Question, coming: Promise<Coming>): Promise<Coming> => {
      awaited.set(question, coming);
      core.refresh();
      try {
        return await coming;
      } finally {
        if (awaited.get(question) === coming) awaited.delete(question);
        core.refresh();
      }
    },
    /** Whether the answer to a question may come with a record that is on its way. */
    isAwaited: (key: string): boolean =>
      [...awaited.keys()].some(({ lookup }) => Object.values(lookup?.fills ?? {}).includes(key)),
  };
}
