import { expect, type Locator } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { inspectState, test } from './journey.ts';
import { press, tabTo } from './keys.ts';
import { OWN_PROJECT } from './own-project.ts';
import { questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';
import { storedApplication } from './stored.ts';

const form = readForm('strict', OWN_PROJECT);
/** The question that chooses the deadline, which is past for Yes and ahead for No. */
const KEY = 'college_credit';
const { answers, ...rest } = completeState(form);
const late = { ...rest, answers: { ...answers, [KEY]: 'Y' } };

test.use({
  project: OWN_PROJECT,
  partner: 'strict',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

const WAYS = {
  touch: (control: Locator) => control.tap(),
  key: async (control: Locator) => {
    await tabTo(control.page(), control);
    await press(control.page(), 'Enter');
  },
};

for (const [by, act] of Object.entries(WAYS)) {
  test(`who is too late for one term chooses another by ${by}, and submits`, async ({
    startedPage: page,
  }) => {
    await seedApplication(page, late);
    await page.goto('/review');
    await expect(page.getByRole('heading', { name: 'Nothing is missing.', exact: true })).toBeVisible();
    const closed = 'Your answers are kept, but you can no longer submit for this term.';
    await expect(page.getByRole('main').getByText(closed)).toBeVisible();
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    await act(submit);
    const dialog = page.getByRole('dialog', { name: 'The deadline has passed' });
    await expect(dialog).toContainText('Nothing that you filled in is lost.');
    await inspectState(page, `too-late-${by}`);
    await act(dialog.getByRole('link', { name: 'Choose another term' }));
    await expect(page).toHaveURL(new RegExp(`#${KEY}$`));
    const box = questionBox(page, { key: KEY });
    await expect(box.locator(':focus')).toHaveCount(1);
    await expect(box).toBeInViewport();
    await expect(dialog).toHaveCount(0);
    await box.getByRole('radio', { name: 'No' }).check();
    await expect(page.getByRole('banner')).toContainText('Apply by January 15, 2099');

    await expect.poll(async () => (await storedApplication(page)).answers[KEY]).toBe('N');
    await page.goto('/review');
    await act(submit);
    await expect(page).toHaveURL('/completion');
  });
}
