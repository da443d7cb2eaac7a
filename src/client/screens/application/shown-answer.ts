import type { Answers, AnswerValue, Question } from '#form/definition/definition.ts';
import { companionKey, isAnswered } from '#form/answers/facts.ts';
import { companionsOf } from '#form/answers/with-companions.ts';
import type { FormStore } from '#client/form/form-store.ts';

/** An answer as a student reads it: the label of what was chosen, a list with commas, yes and no. */
export function shownAnswer(store: FormStore, question: Question | undefined, value: AnswerValue): string {
  if (!isAnswered(value)) return 'No answer';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const options = question ? store.options(question) : [];
  const labelOf = (one: string): string => options.find((option) => option.value === one)?.label ?? one;
  return typeof value === 'object' ? value.map(labelOf).join(', ') : labelOf(String(value));
}

/** An answer among others that belong to it: what may be chosen can depend on those, not on what is answered now. */
export function shownBeside(
  store: FormStore,
  key: string,
  { answers, now }: { readonly answers: Answers; readonly now: Date },
): string {
  const label = companionsOf(store.definition, answers, { answers: store.state().answers, now })[
    companionKey(key)
  ];
  return isAnswered(label) ? String(label) : shownAnswer(store, store.question(key), answers[key] ?? '');
}
