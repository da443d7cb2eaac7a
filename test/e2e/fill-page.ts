import { expect, type Page } from '@playwright/test';
import { instanceCount } from '#form/answers/instances.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import {
  afterStep,
  nextStep,
  notGiven,
  type Progress,
  startOf,
  type Step,
  wantedKeys,
} from '#test/support/application-steps.ts';
import { expectAnswer, fillQuestion, questionBox } from './question-box.ts';

/** What a page is filled with. */
export type Filling = {
  readonly pageId: string;
  /** The application; of it what belongs to this page is given. */
  readonly wanted: FormState;
  /** What is given already. Default: nothing. */
  readonly given?: FormState;
};

/**
 * Fills the page that is open with what an application says of it: chooses tabs, adds instances, opens
 * confirmations, and answers each question once it shows, among them those that an earlier answer brings up. It
 * reads the compiled definition and nothing else, so it works for any form. What is given already is left.
 *
 * @returns what is given now
 * @throws Error when an answer belongs to a question of the page that never shows
 */
export async function fillPage(page: Page, form: FormDefinition, filling: Filling): Promise<FormState> {
  const now = new Date();
  const definition = form.pages.find(({ id }) => id === filling.pageId);
  if (!definition) throw new Error(`There is no page "${filling.pageId}".`);
  let progress: Progress = { ...startOf(filling.wanted), ...(filling.given && { given: filling.given }) };
  for (let step = nextStep(form, definition, progress); step; step = nextStep(form, definition, progress)) {
    await takeStep(page, step, { form, progress, now });
    progress = afterStep(form, progress, step);
  }
  expect(notGiven(definition, progress), 'answers to questions that never show').toEqual([]);
  return progress.given;
}

/** Fills all pages in their order, and leaves each but the last by its button. */
export async function fillAllPages(page: Page, form: FormDefinition, wanted: FormState): Promise<FormState> {
  let given: FormState = startOf(wanted).given;
  for (const { id, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    given = await fillPage(page, form, { pageId: id, wanted, given });
    if (id !== form.pages.at(-1)?.id) await page.getByRole('button', { name: 'Save & Continue' }).click();
  }
  return given;
}

/** Waits until a page shows all the given answers to its questions. */
export async function expectPage(
  page: Page,
  form: FormDefinition,
  { pageId, wanted }: Pick<Filling, 'pageId' | 'wanted'>,
): Promise<void> {
  const now = new Date();
  const questions = form.pages.find(({ id }) => id === pageId)?.questions ?? {};
  for (const question of Object.values(questions)) {
    const isAsked = question.partOf === undefined && wantedKeys(question, wanted).length > 0;
    if (isAsked) await expectAnswer(page, { form, question, answers: wanted.answers, now });
  }
}

type Doing = { readonly form: FormDefinition; readonly progress: Progress; readonly now: Date };

async function takeStep(page: Page, step: Step, { form, progress, now }: Doing): Promise<void> {
  switch (step.kind) {
    case 'answer':
      await expect(questionBox(page, step.question), `${step.question.key} is on the page`).toBeVisible();
      return fillQuestion(page, { form, question: step.question, answers: progress.wanted.answers, now });
    case 'choose-tab': {
      const title = step.group.tabs.find(({ id }) => id === step.tab)?.title ?? '';
      const list = page.getByRole('tablist', { name: step.group.label });
      return list.getByRole('tab', { name: title, exact: true }).click();
    }
    case 'add': {
      const title = step.group.instances[instanceCount(step.group, progress.given) - 1]?.title ?? '';
      const group = page.getByRole('group', { name: title, exact: true }).locator('xpath=..');
      return group.getByRole('button', { name: step.group.label, exact: true }).last().click();
    }
    case 'open': {
      const { trigger, label: name } = step.confirm;
      if (trigger === 'button') return page.getByRole('button', { name, exact: true }).first().click();
      return page.getByRole('checkbox', { name, exact: true, checked: false }).first().check();
    }
  }
}
