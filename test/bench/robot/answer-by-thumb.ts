import type { Locator, Page } from '@playwright/test';
import {
  type Answered,
  controlKind,
  controlsOf,
  type ControlKind,
  wordedAnswers,
  type Worded,
} from '#test/e2e/question-box.ts';
import type { Thumb } from './thumb.ts';

/** How many questions somebody passes by key. */
const NEAR = 3;

type Asked = { readonly page: Page; readonly thumb: Thumb; readonly controls: Locator };

/** Answers a question and its parts on a phone; what the page has filled in rightly by itself is left. */
export async function answerByThumb(page: Page, thumb: Thumb, answered: Answered): Promise<void> {
  thumb.think();
  for (const { key, worded } of wordedAnswers(answered)) {
    const kind = await controlKind(page, key);
    const controls = controlsOf(page, key);
    if (await isShown(controls, kind, worded)) continue;
    await typeOn(page, thumb, controls);
    await BY_THUMB[kind]({ page, thumb, controls }, worded);
  }
}

const BY_THUMB: Record<ControlKind, (asked: Asked, answer: Worded) => Promise<void>> = {
  radio: ({ thumb, controls }, { label }) => thumb.tap(optionOf(named(controls, 'radio', label))),
  box: ({ thumb, controls }) => thumb.tap(optionOf(controls)),
  boxes: async ({ thumb, controls }, { labels }) => {
    for (const label of labels) await thumb.tap(optionOf(named(controls, 'checkbox', label)));
  },
  list: ({ thumb, controls }, { label }) => thumb.choose(controls, label),
  text: async ({ thumb, controls }, { label }) => {
    if (!(await hasFocus(controls))) await thumb.tap(controls);
    await thumb.type(controls, label);
  },
  search: searchByThumb,
};

/** Types as much of the answer as brings it into the list in sight. */
async function searchByThumb({ page, thumb, controls }: Asked, { label, labels }: Worded): Promise<void> {
  if (!(await hasFocus(controls))) await thumb.tap(controls);
  if (labels.length === 0) {
    await thumb.type(controls, label);
    return thumb.press('Escape');
  }
  const wanted = page.getByRole('listbox').getByRole('option', { name: label, exact: true });
  for (const letter of label) {
    await thumb.press(letter === ' ' ? 'Space' : letter);
    if ((await wanted.count()) === 1 && (await isInList(wanted))) return thumb.tap(wanted);
  }
  return thumb.tap(wanted);
}

/** By the key "Next" of the keyboard, while it is shown and the question is one of the next. */
async function typeOn(page: Page, thumb: Thumb, controls: Locator): Promise<void> {
  const next = page.locator('[enterkeyhint="next"]:focus');
  while ((await next.count()) > 0 && (await stepsTo(controls)) > 0) await thumb.press('Enter');
}

/** How often the key has to be pressed to come to a question; 0 where that is none of the next, or has the focus. */
function stepsTo(controls: Locator): Promise<number> {
  return controls.first().evaluate((control, near) => {
    const boxes = [...document.querySelectorAll('.form-page .box')];
    const at = (one: Element | null): number => boxes.findIndex((box) => box === one?.closest('.box'));
    const steps = at(control) - at(document.activeElement);
    return steps <= near ? steps : 0;
  }, NEAR);
}

/** Whether an option can be seen in its list, which scrolls by itself. */
function isInList(option: Locator): Promise<boolean> {
  return option.evaluate((one) => {
    const list = one.closest('[role="listbox"]')?.getBoundingClientRect();
    const { top, bottom } = one.getBoundingClientRect();
    return list !== undefined && top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
  });
}

async function isShown(controls: Locator, kind: ControlKind, { label, value }: Worded): Promise<boolean> {
  if (kind === 'list') return (await controls.inputValue()) === value;
  if (kind === 'box') return (await controls.isChecked()) === (value === true);
  return (kind === 'text' || kind === 'search') && (await controls.inputValue()) === label;
}

function hasFocus(controls: Locator): Promise<boolean> {
  return controls.evaluateAll((all) => all.some((control) => control === document.activeElement));
}

function named(controls: Locator, role: 'radio' | 'checkbox', name: string): Locator {
  return controls.and(controls.page().getByRole(role, { name, exact: true }));
}

/** The whole option, which a thumb meets more easily than its sign. */
function optionOf(control: Locator): Locator {
  return control.locator('xpath=ancestor::label[1]');
}
