import type { Locator, Page } from '@playwright/test';
import type { FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { triggerOf } from '#test/e2e/fill-page.ts';
import { questionBox } from '#test/e2e/question-box.ts';
import { afterStep, nextStep, startOf, type Step } from '#test/support/application-steps.ts';
import { answerByThumb } from './answer-by-thumb.ts';
import { goNear } from './go-near.ts';
import type { Thumb } from './thumb.ts';

/** Who fills in what, and with what. */
export type Robot = {
  readonly page: Page;
  readonly thumb: Thumb;
  readonly form: FormDefinition;
  /** The application; it needs neither another tab nor another instance. */
  readonly wanted: FormState;
};

/** Fills in an application from the top to the bottom of each page, and submits it. */
export async function fillIn(robot: Robot): Promise<void> {
  const { page, form } = robot;
  let progress = startOf(robot.wanted);
  for (const definition of form.pages) {
    await page.getByRole('heading', { level: 1, name: definition.title }).waitFor();
    for (let step = nextStep(form, definition, progress); step; step = nextStep(form, definition, progress)) {
      await takeStep(robot, step);
      progress = afterStep(form, progress, step);
    }
    await press(robot, definition === form.pages.at(-1) ? 'Submit' : 'Save & Continue');
  }
  await page.waitForURL(/\/completion$/, { waitUntil: 'commit' });
}

async function takeStep(robot: Robot, step: Step): Promise<void> {
  if (step.kind === 'answer') return answer(robot, step.question);
  if (step.kind === 'open') return robot.thumb.tap(triggerOf(robot.page, step.confirm));
  throw new Error(`The robot cannot ${step.kind}.`);
}

async function answer({ page, thumb, form, wanted }: Robot, question: Question): Promise<void> {
  const box = questionBox(page, question);
  await box.waitFor();
  await goNear(page, thumb, controlIn(box));
  await answerByThumb(page, thumb, { form, question, answers: wanted.answers, now: new Date() });
}

function controlIn(box: Locator): Locator {
  return box.locator('input, select, textarea').first();
}

async function press({ page, thumb }: Robot, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await goNear(page, thumb, button);
  await thumb.tap(button);
}
