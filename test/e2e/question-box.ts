import { expect, type Locator, type Page } from '@playwright/test';
import type { Question } from '#form/definition/definition.ts';
import {
  type Answered,
  type ControlKind,
  controlsSelector,
  readControlKind,
  type Worded,
  wordedAnswers,
} from '#test/support/question-controls.ts';

/** The box of a question on the page (docs/behavior.md 2.2). */
export function questionBox(page: Page, { key }: Pick<Question, 'key'>): Locator {
  return page.locator(`[data-question="${key}"]`);
}

/** Answers a question and its parts as a student does: by control role and option label. */
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

/** The controls that write one key. */
export function controlsOf(page: Page, key: string): Locator {
  return page.locator(controlsSelector(key));
}

/** How to use and read each kind of control. */
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
      // Free text in a lookup question: closes its list without a choice.
      if (labels.length === 0) return controls.press('Escape');
      await controls.page().getByRole('listbox').getByRole('option', { name: label, exact: true }).click();
    },
    // A narrow list may show part of the label, such as +44 of "+44 United Kingdom".
    expectShown: async (controls, { label }) => {
      await expect(controls).not.toHaveValue('');
      expect(label).toContain(await controls.inputValue());
    },
  },
  text: {
    fill: async (controls, { label }) => {
      // A key, as from a person: what the answer shows once it is left moves the page by intention.
      await controls.press('Shift');
      await controls.fill(label);
      await controls.blur();
    },
    expectShown: (controls, { label }) =>
      expect
        .poll(async () => withoutPunctuation(await controls.inputValue()))
        .toBe(withoutPunctuation(label)),
  },
};

function named(controls: Locator, role: 'radio' | 'checkbox', name: string): Locator {
  return controls.and(controls.page().getByRole(role, { name, exact: true }));
}

/** Returns the kind of control of a key, once on the page. */
export async function controlKind(page: Page, key: string): Promise<ControlKind> {
  await controlsOf(page, key).first().waitFor({ state: 'attached' });
  return page.evaluate(readControlKind, controlsSelector(key));
}

/** Phone numbers are stored as digits and shown formatted. */
function withoutPunctuation(text: string): string {
  return /^[\d ()+-]+$/.test(text) ? text.replaceAll(/\D/g, '') : text;
}
