import { recordAnswers } from '#form/answers/record-answers.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import { fillStep, undoStep, type Filling } from './answer-steps.ts';
import type { WantedChange } from './confirmed-changes.ts';
import type { FormAction } from './form-actions.ts';
import { mergeFormChanges } from './form-changes.ts';
import type { StoreCore } from './store-state.ts';

/** Handles look-up answers, each as one undoable step. */
export function fillHandlers(core: StoreCore, change: (wanted: WantedChange) => void) {
  const { definition, now, state } = core;
  /** Answers before the last look-up, for undo. */
  let recordBefore: Answers = {};

  const answersOf = ({ question, record }: FormAction<'fill' | 'fillEmpty' | 'recall'>): Answers =>
    recordAnswers(definition, question, record, { answers: state().form.answers, now });
  const setRecord = (key: string, record: Answers): void =>
    core.update({ records: new Map(state().records).set(key, record) });
  const fillIn = (question: Question, filling: Filling, record: Answers): void => {
    const { before } = filling;
    change({
      step: fillStep(core, question, filling),
      by: question.key,
      onMade: () => {
        recordBefore = state().records.get(question.key) ?? {};
        setRecord(question.key, record);
      },
      // The chosen item is answered already; declining the rest restores the state before the search.
      onDeclined: () => change({ step: (form) => ({ state: mergeFormChanges(form, { answers: before }) }) }),
    });
  };
  return {
    fill: (action: FormAction<'fill'>): void => {
      const found = answersOf(action);
      fillIn(action.question, { found, before: action.before }, found);
    },
    unfill: ({ question, before }: FormAction<'unfill'>): void => {
      const { answers } = state().form;
      const record = state().records.get(question.key) ?? {};
      const filled = Object.keys(record).filter(
        (key) => key !== question.key && isAnswered(record[key]) && answers[key] === record[key],
      );
      const found = Object.fromEntries(filled.map((key) => [key, EMPTY_ANSWER]));
      if (filled.length > 0) fillIn(question, { found, before }, record);
    },
    fillEmpty: (action: FormAction<'fillEmpty'>): void => {
      const { question } = action;
      const former = state().records.get(question.key) ?? {};
      const found = stillOpen(answersOf(action), state().form.answers, former);
      if (Object.keys(found).length > 0) fillIn(question, { found, before: {} }, { ...former, ...found });
    },
    recall: (action: FormAction<'recall'>): void => {
      const { answers } = state().form;
      const found = answersOf(action);
      const others = Object.entries(found).filter(
        ([key, value]) => !Object.hasOwn(action.before, key) && isAnswered(value),
      );
      if (others.every(([key, value]) => answers[key] === value)) setRecord(action.question.key, found);
    },
    awaitRecord: awaitHandler(core),
    undo: (): void => {
      const { lastStep } = state();
      const by = lastStep?.filled?.by;
      const onMade = (): void => {
        if (by !== undefined) setRecord(by, recordBefore);
      };
      change({ step: undoStep(lastStep), onMade });
    },
  };
}

/** Marks a question as awaited until its latest record settles. */
function awaitHandler({ update }: StoreCore): (action: FormAction<'awaitRecord'>) => void {
  const awaited = new Map<Question, Promise<unknown>>();
  return ({ question, coming }) => {
    awaited.set(question, coming);
    update({ awaited: [...awaited.keys()] });
    const settle = (): void => {
      if (awaited.get(question) === coming) awaited.delete(question);
      update({ awaited: [...awaited.keys()] });
    };
    void coming.then(settle, settle);
  };
}

/** Returns record answers for questions unanswered or unchanged since the former record. */
function stillOpen(said: Answers, answers: Answers, former: Answers): Answers {
  const isOpen = (key: string): boolean => !isAnswered(answers[key]) || answers[key] === former[key];
  return Object.fromEntries(
    Object.entries(said).filter(([key, value]) => isAnswered(value) && isOpen(key) && answers[key] !== value),
  );
}
