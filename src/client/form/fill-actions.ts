import { clearDependents } from '#form/answers/clear-dependents.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/answers/facts.ts';
import { recordAnswers, type FoundRecord } from '#form/answers/record-answers.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import type { AnswerCore, StoreDefinition } from './answer-core.ts';

/** What a look-up does to the answers: each as one step, which can be taken back. */
export function fillActions(core: AnswerCore, definition: StoreDefinition, now: Date) {
  /** What a look-up answered last, by the question that was looked up. */
  const records = new Map<string, Answers>();
  /** What stood there of it before the last look-up, for taking that back. */
  let recordBefore: Answers = {};

  /**
   * Answers what a look-up found, with the labels of choices: all of it in one step, which can be taken back.
   *
   * @param before answers that stood there before the search began, where they are no longer there
   */
  const fill = (question: Question, record: FoundRecord, before: Answers): void => {
    const found = recordAnswers(definition, question, record, { answers: core.state().answers, now });
    recordBefore = records.get(question.key) ?? {};
    records.set(question.key, found);
    fillIn(question, found, before);
  };
  /**
   * Empties what the record that was chosen answered, where it still stands: something else takes its place. In one
   * step, like {@link fill}; nothing where the student has answered all of it since.
   */
  const unfill = (question: Question, before: Answers): void => {
    const { answers } = core.state();
    recordBefore = records.get(question.key) ?? {};
    const left = Object.entries(recordBefore).filter(
      ([key, value]) => key !== question.key && isAnswered(value) && answers[key] === value,
    );
    if (left.length === 0) return;
    fillIn(question, Object.fromEntries(left.map(([key]) => [key, EMPTY_ANSWER])), before);
  };
  const fillIn = ({ key }: Question, found: Answers, before: Answers): void => {
    const current = core.state();
    const given = withCompanions(definition, found, { answers: current.answers, now });
    const next = clearDependents(definition, current.answers, given);
    const earlier = { ...current, answers: { ...current.answers, ...before } };
    core.fill(key, { ...current, answers: next.answers }, earlier);
  };
  const undo = (): void => {
    const by = core.filled()?.by;
    core.undo();
    if (by !== undefined) records.set(by, recordBefore);
  };
  return { fill, unfill, undo };
}
