import { expect, type Locator, type Page } from '@playwright/test';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import type { TabsNode } from '#form/definition/definition.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { readForm } from '#test/support/compiled-form.ts';
import type { SampleFile } from '#test/support/sample-files.ts';
import { goToStep } from './go-to-step.ts';
import { OWN_PROJECT } from './own-project.ts';

const form = readForm('default', OWN_PROJECT);
const first = tabWithDocument();
export const { tab, other, question } = first;
const { page: formPage, group } = first;
export const CONVERTED = { timeout: 180_000 };

/** Finds a tab with a document question, and a sibling tab. */
function tabWithDocument() {
  for (const candidate of form.pages) {
    for (const node of allNodes(candidate.layout)) {
      const found = node.kind === 'tabs' ? documentIn(node) : undefined;
      if (found) return { page: candidate, ...found };
    }
  }
  throw new Error('No tab of the form has a document question.');
}

function documentIn(node: TabsNode) {
  for (const each of node.tabs) {
    for (const child of allNodes(each.children)) {
      const candidateQuestion = child.kind === 'question' ? questionsOf(form).get(child.key) : undefined;
      const sibling = node.tabs.find((one) => one.id !== each.id);
      if (candidateQuestion && sibling && isDocumentQuestion(candidateQuestion))
        return { group: node, tab: each, other: sibling, question: candidateQuestion };
    }
  }
  return undefined;
}

export const box = (page: Page): Locator => page.getByRole('group', { name: question.label });
export const status = (page: Page): Locator => box(page).getByRole('status');
export const tabNamed = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: group.label }).getByRole('tab', { name, exact: true });

/** Opens the tab with the document. */
export async function openDocument(page: Page): Promise<void> {
  await goToStep(page, formPage.title);
  await tabNamed(page, tab.title).click();
  await expect(box(page)).toBeVisible();
}

/** Chooses files as in the device's dialog. */
export async function choose(page: Page, ...files: readonly SampleFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await box(page)
    .getByRole('button', { name: /^(Choose|Replace) file$/ })
    .click();
  await (await chooser).setFiles([...files]);
}
