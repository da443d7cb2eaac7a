import { expect } from '@playwright/test';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { addButtonOf, tabOf } from './fill-page.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { fillQuestion, questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';
import { storedApplication } from './stored.ts';

test.use({ project: OWN_PROJECT });

const form = readForm('default', OWN_PROJECT);
const now = new Date();

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

test('what an answer hides is cleared everywhere, is named, and comes back with Undo', async ({
  startedPage: page,
}) => {
  const wanted = fullestState(form, now);
  const { question, answer, cleared } = mostClearing();
  await seedApplication(page, wanted);
  await page.reload();
  const home = form.pages.find(({ id }) => id === question.page);
  await goToStep(page, home?.title ?? '');
  await fillQuestion(page, { form, question, answers: { [question.key]: answer }, now });
  const notice = page.getByRole('status', { name: 'Cleared answers' });
  const first = questionsOf(form).get(cleared[0] ?? '')?.fullLabel;
  await expect(notice).toContainText(`“${first}”`);
  await expect(notice).toContainText('more answers were cleared');
  await waitUntilSaved(page, { [question.key]: answer });
  expect(Object.keys((await storedApplication(page)).answers)).not.toEqual(
    expect.arrayContaining([...cleared]),
  );

  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toBeEmpty();
  await expect.poll(async () => (await storedApplication(page)).answers).toMatchObject(wanted.answers);

  /** The choice that hides most of what is answered. */
  function mostClearing(): { question: Question; answer: AnswerValue; cleared: readonly string[] } {
    const known = questionsOf(form);
    const choices = [...known.values()]
      .filter((each) => each.widget === 'radio')
      .flatMap((each) =>
        optionsOf(form, each, { answers: wanted.answers, now }).map(({ value }) => {
          const state = { ...wanted, answers: { ...wanted.answers, [each.key]: value } };
          const hidden = clearHidden(form, state).cleared.filter((key) => known.has(key));
          return { question: each, answer: value, cleared: hidden };
        }),
      );
    const [most] = choices.toSorted((a, b) => b.cleared.length - a.cleared.length);
    if (!most || most.cleared.length < 2) throw new Error('No choice hides anything.');
    return most;
  }
});

test('a removal that cannot be asked about without a connection is not done', async ({
  startedPage: page,
}) => {
  const group = form.pages
    .flatMap(({ layout }) => allNodes(layout))
    .find((node) => node.kind === 'addAnother' && !node.visibleWhen);
  if (group?.kind !== 'addAnother') throw new Error('The form has no repeated group.');
  const disconnected = Promise.withResolvers<void>();
  await page.route(/\/assets\/ModalDialog-[^/]+\.js$/, async (route) => {
    await disconnected.promise;
    await route.abort('internetdisconnected');
  });
  await seedApplication(page, fullestState(form, now));
  await page.reload();
  const home = form.pages.find(({ layout }) => allNodes(layout).includes(group));
  await goToStep(page, home?.title ?? '');
  const title = group.instances[0]?.title ?? '';
  await page.getByRole('button', { name: `Remove ${title}`, exact: true }).click();
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/ModalDialog-'));
  disconnected.resolve();
  await failed;
  await expect(page.getByRole('group', { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home?.title ?? '');
  await page.context().setOffline(false);
  expect((await storedApplication(page)).answers).toMatchObject(fullestState(form, now).answers);
});

test('a long text that an answer would hide is asked about before it is cleared', async ({
  startedPage: page,
}) => {
  const { text, radio, shows, hides } = hiddenText();
  const home = form.pages.find(({ id }) => id === text.page);
  await goToStep(page, home?.title ?? '');
  const option = (value: string) =>
    questionBox(page, radio).getByRole('radio', { name: labelOf(radio, value), exact: true });
  const words = questionBox(page, text).getByRole('textbox');
  const long = 'It happened in May of the tenth grade.\nI have learned from it.';
  await option(shows).check();
  await words.fill(long);
  await waitUntilSaved(page, { [radio.key]: shows, [text.key]: long });

  // No `check`: the answer is not to change yet.
  await option(hides).click();
  const dialog = page.getByRole('dialog', { name: /^Clear what you wrote under “/ });
  await expect(dialog).toContainText(`“${text.fullLabel.slice(0, 30)}`);
  await inspectState(page, 'long-text-asked');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(option(shows)).toBeChecked();
  await expect(option(hides)).toBeFocused();
  await expect(words).toHaveValue(long);

  await option(hides).click();
  await dialog.getByRole('button', { name: 'Clear and change' }).click();
  await expect(option(hides)).toBeChecked();
  await expect(words).toBeHidden();
  await waitUntilSaved(page, { [radio.key]: hides, [text.key]: '' });

  /** A text of several lines, the choice that decides whether it is asked, and what shows and hides it. */
  function hiddenText() {
    for (const each of questionsOf(form).values()) {
      const when = each.visibleWhen;
      if (each.widget !== 'textarea' || !when || !('valueKey' in when) || when.operator !== 'equals')
        continue;
      const by = questionsOf(form).get(when.valueKey);
      const other =
        by && optionsOf(form, by, { answers: {}, now }).find(({ value }) => value !== when.target);
      if (by?.widget === 'radio' && other) {
        return { text: each, radio: by, shows: String(when.target), hides: other.value };
      }
    }
    throw new Error('No choice of the form hides a text.');
  }
  function labelOf(question: Question, value: string): string {
    return (
      optionsOf(form, question, { answers: {}, now }).find((each) => each.value === value)?.label ?? value
    );
  }
});
