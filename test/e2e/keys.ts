import { expect, type Locator, type Page } from '@playwright/test';
import { type StepContext, addButtonOf, answersFor, tabOf, triggerOf } from './fill-page.ts';
import { type ControlKind, type Worded, wordedAnswers } from '#test/support/question-controls.ts';
import { controlKind, controlsOf } from './question-box.ts';
import type { Step } from '#test/support/application-steps.ts';

/** Upper bound for presses of one key. */
const MAX_PRESSES = 400;

/** Presses a key; the focus must stay visible (WCAG 2.4.7 and 2.4.11). */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => page.evaluate(focusFault), `the focus after ${key}`).toBe('');
}

/** Moves the focus with Tab, or Shift+Tab, to a control. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let count = 0; count < MAX_PRESSES; count += 1) {
    const way = await keyToward(target);
    if (way === 'there') return;
    await press(page, way);
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

/** Goes to a field of a card and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Performs a step with the keyboard only. */
export async function keyStep(page: Page, step: Step, doing: StepContext): Promise<void> {
  switch (step.kind) {
    case 'answer':
      for (const { key, worded } of wordedAnswers(answersFor(step.question, doing))) {
        await BY_KEYS[await controlKind(page, key)](page, controlsOf(page, key), worded);
      }
      return;
    case 'choose-tab':
      await tabTo(
        page,
        page.getByRole('tablist', { name: step.group.label }).getByRole('tab', { selected: true }),
      );
      await pressUntilFocused(page, 'ArrowRight', tabOf(page, step.group, step.tab));
      return press(page, 'Enter');
    case 'add':
      await tabTo(page, addButtonOf(page, step.group, doing.progress.given));
      return press(page, 'Enter');
    case 'open':
      await tabTo(page, triggerOf(page, step.confirm));
      return press(
        page,
        'trigger' in step.confirm && step.confirm.trigger === 'checkbox' ? 'Space' : 'Enter',
      );
  }
}

/** Keyboard operation by kind of control. */
const BY_KEYS: Record<ControlKind, (page: Page, controls: Locator, answer: Worded) => Promise<void>> = {
  radio: async (page, controls, { label }) => {
    await tabTo(page, controls);
    await pressUntilFocused(page, 'ArrowDown', named(controls, 'radio', label));
    await press(page, 'Space');
  },
  box: async (page, controls, { value }) => {
    await tabTo(page, controls);
    if ((await controls.isChecked()) !== (value === true)) await press(page, 'Space');
  },
  boxes: async (page, controls, { labels }) => {
    for (const label of labels) {
      await tabTo(page, named(controls, 'checkbox', label));
      await press(page, 'Space');
    }
  },
  list: async (page, controls, { value }) => {
    await tabTo(page, controls);
    for (let count = 0; count < MAX_PRESSES; count += 1) {
      if ((await controls.inputValue()) === value) return;
      await press(page, 'ArrowDown');
    }
    throw new Error(`The arrow keys do not reach "${String(value)}".`);
  },
  search: async (page, controls, { label, labels }) => {
    await tabTo(page, controls);
    await page.keyboard.type(label);
    if (labels.length === 0) return press(page, 'Escape');
    const active = page.getByRole('listbox').locator('[data-active]');
    for (let count = 0; count < MAX_PRESSES; count += 1) {
      if ((await active.innerText()) === label) return press(page, 'Enter');
      await press(page, 'ArrowDown');
    }
    throw new Error(`The arrow keys do not reach "${label}".`);
  },
  text: async (page, controls, { label }) => {
    await tabTo(page, controls);
    const isDate = (await controls.getAttribute('type')) === 'date';
    await page.keyboard.type(isDate ? typedDigits(label) : label);
  },
};

/** Digits of a date in the order of an American date field. */
function typedDigits(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}${day}${year}`;
}

async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  for (let count = 0; count < MAX_PRESSES; count += 1) {
    if ((await keyToward(target)) === 'there') return;
    await press(page, key);
  }
  throw new Error(`${key} does not reach ${String(target)}.`);
}

function named(controls: Locator, role: 'radio' | 'checkbox', name: string): Locator {
  return controls.and(controls.page().getByRole(role, { name, exact: true }));
}

/** Returns the key that leads toward a control, or to any of several. */
async function keyToward(target: Locator): Promise<'there' | 'Tab' | 'Shift+Tab'> {
  return target.evaluateAll((goals) => {
    const active = document.activeElement ?? document.body;
    if (goals.some((goal) => goal === active)) return 'there';
    const [goal] = goals;
    const isBehind =
      goal !== undefined &&
      active !== document.body &&
      (active.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    return isBehind ? 'Shift+Tab' : 'Tab';
  });
}

/** Reports a missing, offscreen or covered focus. */
function focusFault(): string {
  const active = document.activeElement;
  if (!active || active === document.body) return 'nothing has the focus';
  const { top, bottom, left, right } = active.getBoundingClientRect();
  const name = `${active.tagName} ${active.id} ${active.textContent?.slice(0, 40) ?? ''}`;
  const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `${name} is out of sight`;
  const hit = document.elementFromPoint(x, y);
  if (!hit || active.contains(hit) || hit.contains(active)) return '';
  return `${name} is covered by ${hit.tagName} ${hit.className}`;
}
