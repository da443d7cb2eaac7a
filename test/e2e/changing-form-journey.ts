import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { type ChangingForm, type FormEdit, startChangingForm } from '#test/support/changing-form.ts';
import { watchForErrors } from './journey.ts';

const TINY = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');
export const STUDENT = { username: 'ada@example.org', password: 'Correct-Horse-9-Battery' };

/** A journey through the tiny form, which changes on the way; `first` is its initial version. */
export const test = base.extend<{ readonly first: FormEdit; readonly form: ChangingForm }>({
  first: [{}, { option: true }],
  form: async ({ first }, use) => {
    const form = await startChangingForm(TINY, first);
    await use(form);
    await form.stop();
  },
  baseURL: async ({ form }, use) => use(form.server().url),
  context: async ({ context }, use) => {
    const faults = await watchForErrors(context);
    await use(context);
    expect(faults, 'the browser reports no fault').toEqual([]);
  },
});
