import type { AnswerValue, Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { FilledAnswers } from './store/last-step.ts';
import type { QuestionStore } from './store/form-store.ts';

/** What a drawn question shows of the state; the same object as long as nothing of it changes. */
export type QuestionView = {
  readonly value: AnswerValue | undefined;
  /** Undefined while nothing is wrong. */
  readonly messages: readonly string[] | undefined;
  /** Whether it must be answered. It is asked only of questions that are drawn, so visible ones. */
  readonly isRequired: boolean;
  /** The answers under the further keys that its widget writes, in the order of `parts`. */
  readonly partValues: readonly (AnswerValue | undefined)[];
  /** What it offers, which may follow from another answer. */
  readonly options: readonly Option[];
  /** What a look-up by this question filled in last. */
  readonly filled: FilledAnswers | undefined;
  /** How often a change of it was declined, after which its control shows the answer again. */
  readonly declined: number;
  /** True while a look-up may answer it any moment. */
  readonly isLoading: boolean;
};

const NO_PARTS: QuestionView['partValues'] = [];

/** Reads one question from the store. One reading per question, so that a page of 200 mounts quickly. */
export function questionView(store: QuestionStore, question: Question, before?: QuestionView): QuestionView {
  const { key, parts } = question;
  const now: QuestionView = {
    value: store.answer(key),
    messages: store.error(key),
    isRequired: question.required || store.holds(question.requiredWhen),
    partValues: parts.length === 0 ? NO_PARTS : parts.map((part) => store.answer(part)),
    options: store.options(question),
    filled: filledBy(store, question),
    declined: store.declined(key),
    isLoading: store.isAwaited(key),
  };
  return before && isSameView(before, now) ? before : now;
}

function filledBy(store: QuestionStore, { key, lookup }: Question): FilledAnswers | undefined {
  const filled = lookup && store.filled();
  return filled?.by === key ? filled : undefined;
}

function isSameView(one: QuestionView, other: QuestionView): boolean {
  return (
    one.value === other.value &&
    one.messages === other.messages &&
    one.isRequired === other.isRequired &&
    one.options === other.options &&
    one.filled === other.filled &&
    one.declined === other.declined &&
    one.isLoading === other.isLoading &&
    one.partValues.every((value, index) => value === other.partValues[index])
  );
}
