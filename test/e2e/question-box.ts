import { expect, type Locator, type Page } from '@playwright/test';
import type { AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';
import { optionsOf } from '#form/definition/options.ts';

/** A question with the answer that is to be given to it, or that it is to show. */
export type Answered = {
  readonly form: FormDefinition;
  readonly question: Question;
  readonly answer: AnswerValue;
  readonly now: Date;
};

/** The box of a question on the page (contract, "Page"). */
export function questionBox(page: Page, question: Question): Locator {
  return page.locator(`[data-question="${question.key}"]`).first();
}

/** Answers a question as a student does: by the role of its control and the label of the option. */
export async function fillQuestion(page: Page, answered: Answered): Promise<void> {
  const box = questionBox(page, answered.question);
  await CONTROLS[await controlKind(box)].fill(box, inWords(answered));
}

/** Waits until a question shows an answer, read from its control. */
export async function expectAnswer(page: Page, answered: Answered): Promise<void> {
  const box = questionBox(page, answered.question);
  await CONTROLS[await controlKind(box)].expectShown(box, inWords(answered));
}

/** An answer as it is stored, and as the page words it: the labels of the chosen options, or the text itself. */
type Worded = { readonly value: AnswerValue; readonly labels: readonly string[]; readonly label: string };

function inWords({ form, question, answer, now }: Answered): Worded {
  const labels = optionsOf(form, question, now)
    .filter(({ value }) => [answer].flat().includes(value))
    .map(({ label }) => label);
  return { value: answer, labels, label: labels[0] ?? String(answer) };
}

type ControlKind = 'radio' | 'box' | 'boxes' | 'list' | 'search' | 'text';

/** How each kind of control is used, and how it is read. */
const CONTROLS: Record<
  ControlKind,
  {
    fill(box: Locator, answer: Worded): Promise<void>;
    expectShown(box: Locator, answer: Worded): Promise<void>;
  }
> = {
  radio: {
    fill: (box, { label }) => box.getByRole('radio', { name: label, exact: true }).check(),
    expectShown: (box, { label }) =>
      expect(box.getByRole('radio', { name: label, exact: true })).toBeChecked(),
  },
  box: {
    fill: (box, { value }) => box.getByRole('checkbox').setChecked(value === true),
    expectShown: (box, { value }) =>
      expect(box.getByRole('checkbox')).toBeChecked({ checked: value === true }),
  },
  boxes: {
    fill: async (box, { labels }) => {
      for (const label of labels) await box.getByRole('checkbox', { name: label, exact: true }).check();
    },
    expectShown: async (box, { labels }) => {
      for (const name of labels) await expect(box.getByRole('checkbox', { name, exact: true })).toBeChecked();
    },
  },
  list: {
    fill: async (box, { label }) => void (await box.getByRole('combobox').first().selectOption({ label })),
    expectShown: (box, { value }) => expect(box.getByRole('combobox').first()).toHaveValue(String(value)),
  },
  search: {
    fill: async (box, { label }) => {
      await box.getByRole('combobox').fill(label);
      await box.getByRole('option', { name: label, exact: true }).click();
    },
    expectShown: (box, { label }) => expect(box.getByRole('combobox')).toHaveValue(label),
  },
  text: {
    fill: (box, { label }) => box.locator('input, textarea').first().fill(label),
    expectShown: (box, { label }) =>
      expect
        .poll(async () => withoutPunctuation(await box.locator('input, textarea').first().inputValue()))
        .toBe(withoutPunctuation(label)),
  },
};

async function controlKind(box: Locator): Promise<ControlKind> {
  await box.locator('input, select, textarea').first().waitFor();
  return box.evaluate((element): ControlKind => {
    if (element.querySelector('input[type="radio"]')) return 'radio';
    if (element.querySelector('select')) return 'list';
    if (element.querySelector('[role="combobox"]')) return 'search';
    const boxes = element.querySelectorAll('input[type="checkbox"]');
    if (boxes.length === 0) return 'text';
    return element.querySelector('[role="group"]') ? 'boxes' : 'box';
  });
}

/** A phone number is stored as digits and shown with brackets. */
function withoutPunctuation(text: string): string {
  return /^[\d ()+-]+$/.test(text) ? text.replaceAll(/\D/g, '') : text;
}
