import { expect, type Locator, type Page } from '@playwright/test';
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

/** The box of a question on the page (docs/behavior.md 2.2). */
export function questionBox(page: Page, { key }: Pick<Question, 'key'>): Locator {
  return page.locator(`[data-question="${key}"]`);
}

/** Answers a question and its parts as a student does: by the role of each control and the label of the option. */
export async function fillQuestion(page: Page, answered: Answered): Promise<void> {
  for (const { key, worded } of wordedAnswers(answered)) {
    await CONTROLS[await controlKind(page, key)].fill(controlsOf(page, key), worded);
  }
}

/** Waits until a question and its parts show their answers, read from their controls. */
export async function expectAnswer(page: Page, answered: Answered): Promise<void> {
  for (const { key, worded } of wordedAnswers(answered)) {
    await CONTROLS[await controlKind(page, key)].expectShown(controlsOf(page, key), worded);
  }
}

/**
 * The controls that write one key. A widget that writes several keys has an element with `data-question` around
 * the controls of each part, so those further inside belong to the part.
 */
export function controlsOf(page: Page, key: string): Locator {
  const box = `[data-question="${key}"]`;
  return page.locator(`${box} :is(input, select, textarea):not(${box} [data-question] *)`);
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

/** How each kind of control is used, and how it is read. */
const CONTROLS: Record<
  ControlKind,
  {
    fill(controls: Locator, answer: Worded): Promise<void>;
    expectShown(controls: Locator, answer: Worded): Promise<void>;
  }
> = {
  radio: {
    fill: (controls, { label }) => named(controls, 'radio', label).check(),
    expectShown: (controls, { label }) => expect(named(controls, 'radio', label)).toBeChecked(),
  },
  box: {
    fill: (controls, { value }) => controls.setChecked(value === true),
    expectShown: (controls, { value }) => expect(controls).toBeChecked({ checked: value === true }),
  },
  boxes: {
    fill: async (controls, { labels }) => {
      for (const label of labels) await named(controls, 'checkbox', label).check();
    },
    expectShown: async (controls, { labels }) => {
      for (const label of labels) await expect(named(controls, 'checkbox', label)).toBeChecked();
    },
  },
  list: {
    fill: async (controls, { label }) => void (await controls.selectOption({ label })),
    expectShown: (controls, { value }) => expect(controls).toHaveValue(String(value)),
  },
  search: {
    fill: async (controls, { label, labels }) => {
      await controls.fill(label);
      // A text of one's own, in a question that is looked up: the list that it opens is left alone.
      if (labels.length === 0) return controls.press('Escape');
      await controls.page().getByRole('listbox').getByRole('option', { name: label, exact: true }).click();
    },
    // A narrow list may show a part of the label alone, as +44 of "+44 United Kingdom".
    expectShown: async (controls, { label }) => {
      await expect(controls).not.toHaveValue('');
      expect(label).toContain(await controls.inputValue());
    },
  },
  text: {
    fill: (controls, { label }) => controls.fill(label),
    expectShown: (controls, { label }) =>
      expect
        .poll(async () => withoutPunctuation(await controls.inputValue()))
        .toBe(withoutPunctuation(label)),
  },
};

/** The one of several controls with this name. */
function named(controls: Locator, role: 'radio' | 'checkbox', name: string): Locator {
  return controls.and(controls.page().getByRole(role, { name, exact: true }));
}

/** Which kind of control writes a key, by its role. */
export async function controlKind(page: Page, key: string): Promise<ControlKind> {
  return controlsOf(page, key)
    .first()
    .evaluate((control, box): ControlKind => {
      if (control instanceof HTMLSelectElement) return 'list';
      if (control.getAttribute('role') === 'combobox') return 'search';
      if (!(control instanceof HTMLInputElement)) return 'text';
      if (control.type === 'radio') return 'radio';
      if (control.type !== 'checkbox') return 'text';
      return control.closest(box)?.querySelector('[role="group"]') ? 'boxes' : 'box';
    }, `[data-question="${key}"]`);
}

/** A phone number is stored as digits and shown with brackets. */
function withoutPunctuation(text: string): string {
  return /^[\d ()+-]+$/.test(text) ? text.replaceAll(/\D/g, '') : text;
}
