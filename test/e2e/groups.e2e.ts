import { expect } from '@playwright/test';
import { allNodes } from '#form/definition/form-part.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { addButtonOf, tabOf } from './fill-page.ts';
import { goToStep } from './go-to-step.ts';
import { test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { storedApplication } from './stored.ts';

test.use({ project: OWN_PROJECT });

const form = readForm('default', OWN_PROJECT);

test('a chosen tab and an added instance are there again after the next log-in', async ({
  startedPage: page,
  otherPage: later,
  student,
}) => {
  const nothing = { answers: {}, tabs: {}, counts: {} };
  const groups = form.pages.flatMap(({ title, layout }) => allNodes(layout).map((node) => ({ title, node })));
  const chosen = groups.flatMap(({ title, node }) => (node.kind === 'tabs' ? [{ title, node }] : []));
  const repeated = groups.flatMap(({ title, node }) =>
    node.kind === 'addAnother' && !node.visibleWhen ? [{ title, node }] : [],
  );
  const otherTab = (node: (typeof chosen)[number]['node']): string =>
    node.tabs.find(({ id }) => id !== node.defaultTab)?.id ?? '';
  for (const { title, node } of chosen) {
    await goToStep(page, title);
    await tabOf(page, node, otherTab(node)).click();
  }
  const [added] = repeated;
  if (!added) throw new Error('The form has no repeated group.');
  await goToStep(page, added.title);
  await addButtonOf(page, added.node, nothing).click();
  const counts = { [added.node.id]: 2 };
  await expect.poll(async () => (await storedApplication(page)).counts).toMatchObject(counts);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');

  await student.logIn(later);
  await goToStep(later, added.title);
  const second = added.node.instances[1]?.title ?? '';
  await expect(later.getByRole('group', { name: second, exact: true })).toBeVisible();
  for (const { title, node } of chosen) {
    await goToStep(later, title);
    await expect(tabOf(later, node, otherTab(node))).toHaveAttribute('aria-selected', 'true');
  }
});
