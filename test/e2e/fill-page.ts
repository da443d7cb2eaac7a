import { expect, type Locator, type Page } from '@playwright/test';
import { instanceCount } from '#form/answers/instances.ts';
import type {
  AddAnotherNode,
  ConfirmNode,
  FormDefinition,
  FormState,
  MoreNode,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';
import {
  afterStep,
  nextStep,
  notGiven,
  type Progress,
  startOf,
  type Step,
  wantedKeys,
} from '#test/support/application-steps.ts';
import type { Answered } from '#test/support/question-controls.ts';
import { expectAnswer, fillQuestion, questionBox } from './question-box.ts';

/** How to fill a page. */
export type FillOptions = {
  readonly pageId: string;
  /** The application; only answers of this page are used. */
  readonly wanted: FormState;
  /** Answers given already. Default: none. */
  readonly given?: FormState;
  /** How to perform a step. Default: as with a mouse. */
  readonly performStep?: PerformStep;
};

/** Performs one step on the page. */
type PerformStep = (page: Page, step: Step, doing: StepContext) => Promise<void>;

export type StepContext = { readonly form: FormDefinition; readonly progress: Progress; readonly now: Date };

/**
 * Fills the open page from an application: chooses tabs, adds instances, opens confirmations, and answers questions as
 * they appear. Based on the compiled definition only, so it works for any form. Skips answers given already.
 *
 * @returns all answers given now
 * @throws Error if an answer belongs to a question that never appears
 */
export async function fillPage(page: Page, form: FormDefinition, filling: FillOptions): Promise<FormState> {
  const now = new Date();
  const definition = form.pages.find(({ id }) => id === filling.pageId);
  if (!definition) throw new Error(`There is no page "${filling.pageId}".`);
  const { performStep = clickStep } = filling;
  let progress: Progress = { ...startOf(filling.wanted), ...(filling.given && { given: filling.given }) };
  for (let step = nextStep(form, definition, progress); step; step = nextStep(form, definition, progress)) {
    await performStep(page, step, { form, progress, now });
    progress = afterStep(form, progress, step);
  }
  expect(notGiven(definition, progress), 'answers to questions that never show').toEqual([]);
  return progress.given;
}

/**
 * Fills all pages in order, and leaves each but the last by its button.
 *
 * @param beforeLeaving called on each filled page
 */
export async function fillAllPages(
  page: Page,
  form: FormDefinition,
  wanted: FormState,
  beforeLeaving?: (pageId: string) => Promise<void>,
): Promise<FormState> {
  let given: FormState = startOf(wanted).given;
  for (const { id, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    given = await fillPage(page, form, { pageId: id, wanted, given });
    await beforeLeaving?.(id);
    if (id !== form.pages.at(-1)?.id) await page.getByRole('button', { name: 'Save & Continue' }).click();
  }
  return given;
}

/** Waits until a page shows all the given answers to its questions. */
export async function expectPage(
  page: Page,
  form: FormDefinition,
  { pageId, wanted }: Pick<FillOptions, 'pageId' | 'wanted'>,
): Promise<void> {
  const now = new Date();
  const questions = form.pages.find(({ id }) => id === pageId)?.questions ?? {};
  for (const question of Object.values(questions)) {
    const hasAnswer = question.partOf === undefined && wantedKeys(question, wanted).length > 0;
    if (hasAnswer) await expectAnswer(page, { form, question, answers: wanted.answers, now });
  }
}

async function clickStep(page: Page, step: Step, doing: StepContext): Promise<void> {
  switch (step.kind) {
    case 'answer':
      await expect(questionBox(page, step.question), `${step.question.key} is on the page`).toBeVisible();
      return fillQuestion(page, answersFor(step.question, doing));
    case 'choose-tab':
      return tabOf(page, step.group, step.tab).click();
    case 'add':
      return addButtonOf(page, step.group, doing.progress.given).click();
    case 'open':
      return triggerOf(page, step.confirm).click();
  }
}

/** A question with its answers. */
export function answersFor(question: Question, { form, progress, now }: StepContext): Answered {
  return { form, question, answers: progress.wanted.answers, now };
}

/** One tab of a tab group. */
export function tabOf(page: Page, group: TabsNode, tab: string): Locator {
  const title = group.tabs.find(({ id }) => id === tab)?.title ?? '';
  return page.getByRole('tablist', { name: group.label }).getByRole('tab', { name: title, exact: true });
}

/** The button below the instances of an add-another. */
export function addButtonOf(page: Page, group: AddAnotherNode, state: FormState): Locator {
  const title = group.instances[instanceCount(group, state) - 1]?.title;
  if (title === undefined) return page.getByRole('button', { name: group.label, exact: true });
  const instances = page.getByRole('group', { name: title, exact: true }).locator('xpath=..');
  return instances.getByRole('button', { name: group.label, exact: true }).last();
}

/** The control that opens a confirmation or more questions. */
export function triggerOf(page: Page, node: ConfirmNode | MoreNode): Locator {
  const { label: name } = node;
  if (node.kind === 'more' || node.trigger === 'button')
    return page.getByRole('button', { name, exact: true }).first();
  return page.getByRole('checkbox', { name, exact: true, checked: false }).first();
}
