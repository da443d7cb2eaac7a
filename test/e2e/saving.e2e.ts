import { expect, type Page } from '@playwright/test';
import type { Question } from '#form/definition/definition.ts';
import { stateOf } from '#test/form/build-definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { questionBox } from './question-box.ts';

test.use({ project: OWN_PROJECT });

const form = readForm('default', OWN_PROJECT);
const pageId = form.defaultPage;

/** An always visible free-text question of the first page. */
const freeText = textQuestion();

test('a reload in the middle loses nothing, not even what is still being typed', async ({
  startedPage: page,
}) => {
  const { answers } = await fillPage(page, form, { pageId, wanted: completeState(form) });
  const control = controlOf(page, freeText);
  await control.fill('Half a sente');
  await expect(control).toBeFocused();
  await page.reload();
  await expectPage(page, form, { pageId, wanted: stateOf({ ...answers, [freeText.key]: 'Half a sente' }) });
});

function controlOf(page: Page, question: Question) {
  return questionBox(page, question).getByRole('textbox');
}

function textQuestion(): Question {
  const page = form.pages.find(({ id }) => id === pageId);
  const found = Object.values(page?.questions ?? {}).find(
    ({ widget, constraints, rules, visibleWhen }) =>
      widget === 'text' && !constraints.pattern && rules.length === 0 && !visibleWhen,
  );
  if (!found) throw new Error('The first page has no free-text question.');
  return found;
}
