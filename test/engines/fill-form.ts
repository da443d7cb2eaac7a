import { expect, vi } from 'vitest';
import { instanceCount } from '../../src/form/answers/instances.ts';
import type { FormDefinition, FormState, PageDefinition } from '../../src/form/definition/definition.ts';
import {
  afterStep,
  nextStep,
  notGiven,
  type Progress,
  startOf,
  type Step,
} from '../support/application-steps.ts';
import {
  type ControlKind,
  controlsSelector,
  readControlKind,
  type Worded,
  wordedAnswers,
} from '../support/question-controls.ts';
import { type Browser, type Control, use } from './browser.ts';

/** Does on the page that is open what an application says of it; what is given already is left. */
export async function fillPage(
  browser: Browser,
  form: FormDefinition,
  page: PageDefinition,
  { wanted, given }: { readonly wanted: FormState; readonly given: FormState },
): Promise<FormState> {
  let progress: Progress = { ...startOf(wanted), given };
  for (let step = nextStep(form, page, progress); step; step = nextStep(form, page, progress)) {
    await takeStep(browser, form, step, progress);
    progress = afterStep(form, progress, step);
  }
  expect(notGiven(page, progress), 'answers to questions that never show').toEqual([]);
  return progress.given;
}

async function takeStep(browser: Browser, form: FormDefinition, step: Step, { wanted, given }: Progress) {
  switch (step.kind) {
    case 'answer': {
      const { answers } = wanted;
      const worded = wordedAnswers({ form, question: step.question, answers, now: new Date() });
      for (const each of worded) await answer(browser, each.key, each.worded);
      return;
    }
    case 'choose-tab':
      return use(browser, { css: `#tab-${step.group.id}-${step.tab}` });
    case 'add': {
      const count = instanceCount(step.group, given);
      const instance = (number: number) => `#instance-${step.group.id}-${number}`;
      const button =
        count === 0
          ? { css: 'button', text: step.group.label }
          : { css: `:has(> ${instance(count)}) > button` };
      const isAdded = () => browser.run(isOnPage, instance(count + 1));
      // A click misses where an earlier answer still changes the page.
      return vi.waitFor(
        async () => {
          if (!(await isAdded())) await use(browser, button);
          expect(await isAdded()).toBe(true);
        },
        { timeout: 60_000 },
      );
    }
    case 'open':
      return use(browser, { css: 'button, label', text: step.confirm.label });
  }
}

function isOnPage(css: string): boolean {
  return document.querySelector(css) !== null;
}

/** Answers one key by its controls, as a student does. */
async function answer(browser: Browser, key: string, worded: Worded): Promise<void> {
  const css = controlsSelector(key);
  await use(browser, { css }, () => Promise.resolve());
  await FILL[await browser.run(readControlKind, css)](browser, css, worded);
}

/** Clicks what is not checked yet: a click misses where an earlier answer still changes the page. */
async function check(control: Control): Promise<void> {
  if (!(await control.isChecked())) await control.click();
  expect(await control.isChecked()).toBe(true);
}

async function checkValues(browser: Browser, css: string, { value }: Worded): Promise<void> {
  for (const each of [value].flat()) await use(browser, { css: `${css}[value="${each}"]` }, check);
}

/** How each kind of control, which a selector finds, is used. */
const FILL: Record<ControlKind, (browser: Browser, css: string, answer: Worded) => Promise<void>> = {
  radio: checkValues,
  box: (browser, css) => use(browser, { css }, check),
  boxes: checkValues,
  list: (browser, css, { value }) => use(browser, { css }, (control) => control.choose(String(value))),
  search: async (browser, css, { label, labels }) => {
    await use(browser, { css }, (control) => control.type(label));
    // A text of one's own, in a question that is looked up: the list that it opens is left alone.
    if (labels.length === 0) return use(browser, { css }, (control) => control.pressEscape());
    await use(browser, { css: '[role="option"]', text: label });
  },
  // A date is typed as its control shows it.
  text: (browser, css, { label }) =>
    use(browser, { css }, (control) => control.type(label.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1'))),
};
