import { clearDependents } from '#form/answers/clear-dependents.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import { recordAnswers, type FoundRecord } from '#form/answers/record-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import type { AnswerCore, AnswerStep, StoreDefinition } from './answer-core.ts';
import type { ConfirmedChanges } from './confirmed-changes.ts';
import { mergeFormChanges } from './form-changes.ts';

type Offers = { readonly definition: StoreDefinition; readonly now: Date };

/** What a look-up does to the answers: each as one step, which can be taken back. */
export function fillActions(core: AnswerCore, { change }: ConfirmedChanges, { definition, now }: Offers) {
  /** What a look-up answered last, by the question that was looked up. */
  const records = new Map<string, Answers>();
  /** The answers before the last look-up, for undo. */
  let recordBefore: Answers = {};

  /**
   * Answers what a look-up found, with the labels of choices: all of it in one step, which can be taken back.
   *
   * @param before the answers before the search began, where they have changed since
   */
  const fill = (question: Question, record: FoundRecord, before: Answers): void => {
    const found = recordAnswers(definition, question, record, { answers: core.state().answers, now });
    fillIn(question, { found, before }, () => {
      recordBefore = records.get(question.key) ?? {};
      records.set(question.key, found);
    });
  };
  /**
   * Clears what the chosen record answered, where it is unchanged: something else takes its place. In one
   * step, like {@link fill}; nothing where the student has answered all of it since.
   */
  const unfill = (question: Question, before: Answers): void => {
    const { answers } = core.state();
    const record = records.get(question.key) ?? {};
    const left = Object.entries(record).filter(
      ([key, value]) => key !== question.key && isAnswered(value) && answers[key] === value,
    );
    if (left.length === 0) return;
    const found = Object.fromEntries(left.map(([key]) => [key, EMPTY_ANSWER]));
    fillIn(question, { found, before }, () => {
      recordBefore = record;
    });
  };
  /** Answers what a record says and is still open. */
  const fillEmpty = (question: Question, record: FoundRecord): void => {
    const { answers } = core.state();
    const former = records.get(question.key) ?? {};
    const said = recordAnswers(definition, question, record, { answers, now });
    const found = stillOpen(said, answers, former);
    const onMade = (): void => {
      recordBefore = former;
      records.set(question.key, { ...former, ...found });
    };
    if (Object.keys(found).length > 0) fillIn(question, { found, before: {} }, onMade);
  };
  /**
   * Knows a record again that was chosen before the page was loaded: everything else that it answers is answered so.
   */
  const recall = (question: Question, record: FoundRecord, before: Answers): void => {
    const { answers } = core.state();
    const found = recordAnswers(definition, question, record, { answers, now });
    const others = Object.entries(found).filter(
      ([key, value]) => !Object.hasOwn(before, key) && isAnswered(value),
    );
    if (others.every(([key, value]) => answers[key] === value)) records.set(question.key, found);
  };
  /** Whether it is known what a look-up by a question answered. */
  const hasRecord = ({ key }: Question): boolean => records.has(key);
  const fillIn = ({ key }: Question, { found, before }: Filling, onMade: () => void): void => {
    const step = fillingStep({ definition, now }, key, { found, before });
    // What was chosen is answered already; without the rest of it, the student has what there was before the search.
    const onDeclined = (): void =>
      change({ step: (current) => ({ state: mergeFormChanges(current, { answers: before }) }) });
    change({ step, by: key, onMade, onDeclined });
  };
  /** Takes back what was cleared or filled in last. */
  const undo = (): void => {
    const by = core.filled()?.by;
    const onMade = (): void => {
      if (by !== undefined) records.set(by, recordBefore);
    };
    change({ step: core.undoStep, onMade });
  };
  return { fill, fillEmpty, unfill, recall, hasRecord, undo };
}

type Filling = { readonly found: Answers; readonly before: Answers };

/** Answers with the labels of choices, as a step of the question that was looked up. */
function fillingStep({ definition, now }: Offers, by: string, { found, before }: Filling): AnswerStep {
  return (current) => {
    const given = withCompanions(definition, found, { answers: current.answers, now });
    const next = clearDependents(definition, current.answers, given);
    const earlier = { ...current, answers: { ...current.answers, ...before } };
    return {
      state: { ...current, answers: next.answers },
      lost: next.cleared,
      filled: { by, before: earlier },
    };
  };
}

/** Of what a record says, the answers that are not given yet, or only as the record before it said. */
function stillOpen(said: Answers, answers: Answers, former: Answers): Answers {
  const isOpen = (key: string): boolean => !isAnswered(answers[key]) || answers[key] === former[key];
  const left = Object.entries(said).filter(
    ([key, value]) => isAnswered(value) && isOpen(key) && answers[key] !== value,
  );
  return Object.fromEntries(left);
}
