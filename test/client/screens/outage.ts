import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createDraftCipher, importStudentKey } from '#client/saving/draft-cipher.ts';
import { choosingFiles } from './choosing-form.ts';
import { createFakeBrowser } from './fake-browser.ts';
import { type Answer, createFakeServer, type FakeServer, storageKeyOf } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

const trouble: Answer = { status: 503, body: { message: 'We cannot reach your application right now.' } };
const SAVES = ['PUT /api/answer', 'PUT /api/tabs', 'PUT /api/add-another'] as const;

/** Makes all saves fail. */
export function breakDown(server: FakeServer): void {
  for (const call of SAVES) server.answer(call, trouble);
}

export function recover(server: FakeServer): void {
  for (const call of SAVES) server.mend(call);
}

export const started = (answers = {}) => createFakeServer({ statuses: ['started'], answers });

/** A student's form in one tab of a browser. */
export async function openTab(
  server: FakeServer,
  browser = createFakeBrowser({ isSignedIn: true }),
  files = choosingFiles(),
) {
  const tab = await renderApp({ path: '/one', server, browser, files });
  await tab.screen.findByText('Name', { selector: 'label' });
  return tab;
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Finds a control in its tab, as tabs share ids. */
export function control(tab: Tab, name: string): HTMLElement {
  const box = tab.screen.getByText(name, { selector: 'label' }).closest<HTMLElement>('[data-question]');
  if (!box) throw new Error(`No question has the label ${name}.`);
  return within(box).getByRole('textbox', { hidden: true });
}

/** Types an answer, and leaves the control. */
export async function answer(tab: Tab, name: string, text: string): Promise<void> {
  await tab.user.clear(control(tab, name));
  await tab.user.type(control(tab, name), text);
  await tab.user.tab();
}

/** Logs out with the account menu of a tab. */
export async function logOut({ user, screen: tab }: Pick<Tab, 'user' | 'screen'>): Promise<void> {
  await user.click(tab.getByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
}

export const slots = ({ browser }: Tab): number => browser.store.length;

/** Waits until the only draft is stored, with this text: of several changes, the last. */
export async function isKept({ browser }: Tab, text = ''): Promise<void> {
  const { decrypt } = createDraftCipher(await importStudentKey(storageKeyOf()));
  await waitFor(async () => {
    const [, encrypted = ''] = browser.store.texts().split(' ');
    expect(JSON.stringify(await decrypt(encrypted))).toContain(text);
  });
}
