import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from './render-app.tsx';
import { shownToasts, toastText } from './shown-toasts.ts';
import { toyFiles } from './toy-form.ts';
import { fill } from './user-actions.ts';

const ADA = 'ada@example.org';
const address = { 'E-mail': ADA };
const resend = 'Resend confirmation code';
const toConfirm = { end: '/confirm', heading: 'Confirm Your Account', username: ADA };
const toLogIn = { end: '/login', heading: 'Log In', username: ADA };

type Card = {
  readonly path: string;
  readonly typed: Readonly<Record<string, string>>;
  /** None if the card submits itself. */
  readonly button?: string;
};
type Next = {
  readonly end: string;
  readonly heading: string;
  /** The address in the next card. */
  readonly username?: string;
  /** The call whose answer is shown there. */
  readonly noticeOf?: string;
};

const rows: readonly (readonly [string, Card, Next])[] = [
  [
    'a log-in',
    { path: '/login', typed: { ...address, Password: 'secret' }, button: 'Log In' },
    { end: '/one', heading: 'Page One' },
  ],
  [
    'a sign-up',
    { path: '/signup', typed: { ...address, Password: 'secret' }, button: 'Sign Up' },
    { ...toConfirm, noticeOf: 'POST /public/signup' },
  ],
  [
    'a code sent again from the log-in',
    { path: '/login', typed: address, button: resend },
    { ...toConfirm, noticeOf: 'POST /public/resend-confirm' },
  ],
  [
    'a code sent again from the confirmation',
    { path: '/confirm', typed: address, button: resend },
    { ...toConfirm, noticeOf: 'POST /public/resend-confirm' },
  ],
  [
    'a confirmation',
    { path: '/confirm', typed: { ...address, Code: '123456' } },
    { ...toLogIn, noticeOf: 'POST /public/confirm' },
  ],
  [
    'a reset',
    {
      path: `/reset?username=${ADA}&id=r1`,
      typed: { Password: 'secret', Again: 'secret' },
      button: 'Reset Password',
    },
    { ...toLogIn, noticeOf: 'POST /public/reset-password' },
  ],
];

function shownAddress(): string | undefined {
  const control = screen.queryByLabelText(/E-mail/);
  return control instanceof HTMLInputElement ? control.value : undefined;
}

it.each(rows)('after %s (docs/behavior.md 2.2)', async (_, { path, typed, button }, next) => {
  const { user, address: place } = await renderApp({ path });
  await fill(user, typed);
  if (button !== undefined) await user.click(screen.getByRole('button', { name: button }));
  await screen.findByRole('heading', { level: 1, name: next.heading });
  const toast = ['Success Notification', `${next.noticeOf} done.`] as const;
  await waitFor(() => expect(shownToasts()).toEqual(next.noticeOf ? [toastText(toast)] : []));
  expect(place()).toBe(next.end);
  expect(shownAddress()).toBe(next.username);
});

describe('both roots', () => {
  it('show a full-screen spinner while the form loads', async () => {
    const files = { ...toyFiles(), form: () => new Promise<never>(() => {}) };
    await renderApp({ path: '/one', isSignedIn: true, files });
    expect((await screen.findByRole('status')).textContent).toMatch(/Loading\.\.\.$/);
  });

  it.each([
    ['/login', 'cards'],
    ['/one', 'form'],
  ])('have their own error screen: %s', async (path, file) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = { [file]: () => Promise.reject(new Error('not there')) };
    await renderApp({ path, files: { ...toyFiles(), ...broken } });
    expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeDefined();
  });
});
