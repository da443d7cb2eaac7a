import type { Answers, AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';

/** A question with the answers to give, or to expect, for it and its parts. */
export type Answered = {
  readonly form: FormDefinition;
  readonly question: Question;
  readonly answers: Answers;
  readonly now: Date;
};

/**
 * Returns a selector for the controls of one key. A widget with several keys wraps each part in an element with
 * `data-question`, so nested controls belong to the part.
 */
export function controlsSelector(key: string): string {
  const box = `[data-question="${key}"]`;
  return `${box} :is(input, select, textarea):not(${box} [data-question] *)`;
}

/** An answer as stored, and as displayed: option labels, or the text itself. */
export type Worded = {
  readonly value: AnswerValue;
  readonly labels: readonly string[];
  readonly label: string;
};

/** Returns the answers to a question and its parts, parts first: phone numbers are formatted by their dial code. */
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

/** Returns the kind of the first control by role; runs in the page. */
export function readControlKind(controls: string): ControlKind {
  const control = document.querySelector(controls);
  if (control instanceof HTMLSelectElement) return 'list';
  if (control?.getAttribute('role') === 'combobox') return 'search';
  if (!(control instanceof HTMLInputElement)) return 'text';
  if (control.type === 'radio') return 'radio';
  if (control.type !== 'checkbox') return 'text';
  return control.closest('[data-question]')?.querySelector('[role="group"]') ? 'boxes' : 'box';
}
