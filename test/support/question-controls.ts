import type { Answers, AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';

/** A question with the answers that are to be given to it and its parts, or that it is to show. */
export type Answered = {
  readonly form: FormDefinition;
  readonly question: Question;
  readonly answers: Answers;
  readonly now: Date;
};

/**
 * Selects the controls that write one key. A widget that writes several keys has an element with `data-question` around
 * the controls of each part, so those further inside belong to the part.
 */
export function controlsSelector(key: string): string {
  const box = `[data-question="${key}"]`;
  return `${box} :is(input, select, textarea):not(${box} [data-question] *)`;
}

/** An answer as it is stored, and as the page words it: the labels of the chosen options, or the text itself. */
export type Worded = {
  readonly value: AnswerValue;
  readonly labels: readonly string[];
  readonly label: string;
};

/** The answers to a question and its parts, parts first: a phone number is formatted by its code. */
export function wordedAnswers(
  answered: Answered,
): readonly { readonly key: string; readonly worded: Worded }[] {
  const { form, question, answers } = answered;
  const parts = question.parts.flatMap((key) => questionsOf(form).get(key) ?? []);
  return [...parts, question].flatMap((each) => {
    const answer = answers[each.key];
    return answer === undefined ? [] : [{ key: each.key, worded: inWords(answered, each, answer) }];
  });
}

function inWords({ form, answers, now }: Answered, question: Question, answer: AnswerValue): Worded {
  const labels = optionsOf(form, question, { answers, now })
    .filter(({ value }) => [answer].flat().includes(value))
    .map(({ label }) => label);
  return { value: answer, labels, label: labels[0] ?? String(answer) };
}

export type ControlKind = 'radio' | 'box' | 'boxes' | 'list' | 'search' | 'text';

/** Which kind of control a selector finds first, by its role; runs in the page. */
export function readControlKind(controls: string): ControlKind {
  const control = document.querySelector(controls);
  if (control instanceof HTMLSelectElement) return 'list';
  if (control?.getAttribute('role') === 'combobox') return 'search';
  if (!(control instanceof HTMLInputElement)) return 'text';
  if (control.type === 'radio') return 'radio';
  if (control.type !== 'checkbox') return 'text';
  return control.closest('[data-question]')?.querySelector('[role="group"]') ? 'boxes' : 'box';
}
