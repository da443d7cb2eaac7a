import type { Page } from 'playwright-core';
import { completeApplication } from '#compiler/applicants/complete-application.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { say } from '#texts/say.ts';
import * as formTexts from '#generated/texts/form.ts';
import { WINDOW_CLIP } from '../pictures/scene.ts';
import type { Figure } from './figure.ts';

const NOTHING: FormState = { answers: {}, tabs: {}, counts: {} };

/** Whole screens of the form: for a visitor, after the log-in, after Submit, and at the end. */
export function screenFigures(definition: FormDefinition, now: Date): readonly Figure[] {
  const [first] = definition.pages;
  const last = definition.pages.at(-1);
  if (!first || !last) return [];
  const shared = { chapter: 'Screens' };
  const visitor = definition.pages.map(({ id, path, title }): Figure => ({
    ...shared,
    heading: 'For a visitor',
    caption: title,
    anchor: `screen.visitor.${id}`,
    scene: { path, clips: [WINDOW_CLIP], act: waitForForm },
  }));
  const complete = completeApplication(definition, { answers: {} }, { seed: 'storyboard', now });
  return [
    ...visitor,
    {
      ...shared,
      heading: 'After the log-in',
      caption: first.title,
      anchor: 'screen.welcome',
      scene: { path: first.path, state: NOTHING, clips: [WINDOW_CLIP], act: waitForForm },
    },
    {
      ...shared,
      heading: 'After Submit',
      caption: 'Answers are missing',
      anchor: 'screen.missing',
      scene: {
        path: last.path,
        state: NOTHING,
        clips: [WINDOW_CLIP],
        act: async (page) => {
          await page.getByRole('button', { name: say(formTexts.submit), exact: true }).click();
          await page.locator('.missing').first().waitFor();
        },
      },
    },
    {
      ...shared,
      heading: 'After Submit',
      caption: 'The application is submitted',
      anchor: 'screen.completion',
      scene: { path: '/completion', state: complete, status: 'submitted', clips: ['#root'] },
    },
    ...printFigures(complete),
  ];
}

async function waitForForm(page: Page): Promise<void> {
  await page.locator('.form-page').waitFor();
}

/** The application as staff print it, and as its PDF copy shows it. */
function printFigures(complete: FormState): readonly Figure[] {
  const shared = { chapter: 'The printed application', heading: 'The printed application' };
  const scene = { path: '/?service_token=picture', clips: ['.printed[data-ready="true"]'] };
  return [
    {
      ...shared,
      caption: 'Nothing is answered yet',
      anchor: 'print.empty',
      scene: { ...scene, state: NOTHING },
    },
    {
      ...shared,
      caption: 'Everything is answered, and it is submitted',
      anchor: 'print.complete',
      scene: { ...scene, state: complete, status: 'submitted' },
    },
  ];
}
