import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { type Answer, createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles, toyForm } from './toy-form.ts';
import { fill, logOut, press } from './user-actions.ts';

const GENERIC = "We've encountered an unexpected error at this time. Please try again later.";
const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const LATER = 'Please try again in 8 seconds.';
const refused: Answer = { status: 500, body: { message: LATER } };

type Row = {
  readonly path: string;
  /** A student's answers; a visitor without. */
  readonly answers?: Readonly<Record<string, string>>;
  readonly form?: FormDefinition;
  /** The failing call and its response. */
  readonly call?: readonly [string, Answer];
  /** Typed by label; kept if the screen stays. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly act?: (user: UserEvent) => Promise<void>;
  /** Role, name and text of the error. */
  readonly shown: readonly ['alert' | 'dialog' | 'heading', string, string];
  readonly end?: string;
};

const startsWith = (label: string): RegExp => new RegExp(`^${label}`);

const ADDRESS = { 'E-mail': 'a@b.org' };
const started = { path: '/one', answers: { given: 'Ada' } };
const PASSWORD = { Password: 'secret' };
const RESEND = [
  'Resend confirmation code',
  'POST /public/resend-confirm',
  'Resend Confirmation Code Error',
] as const;
/** Path, button, call, name of the error, and input. */
const cards: readonly (readonly [string, string, string, string, Readonly<Record<string, string>>])[] = [
  ['/login', 'Log In', 'POST /public/login', 'Log In Error', { ...ADDRESS, ...PASSWORD }],
  ['/signup', 'Sign Up', 'POST /public/signup', 'Sign Up Error', { ...ADDRESS, ...PASSWORD }],
  [
    '/confirm',
    'Confirm Your Account',
    'POST /public/confirm',
    'Confirm Your Account Error',
    { ...ADDRESS, Code: '123456' },
  ],
  ['/forgot', 'Forgot Password', 'POST /public/forgot-password', 'Forgot Password Error', ADDRESS],
  [
    '/reset?username=a@b.org&id=r1',
    'Reset Password',
    'POST /public/reset-password',
    'Reset Password Error',
    { ...PASSWORD, Again: 'secret' },
  ],
  ['/confirm', ...RESEND, ADDRESS],
  ['/login', ...RESEND, ADDRESS],
];
const undrawable = form([page([question('given', { widget: 'of-another-version' })], { id: 'one' })]);

const ended = ['alert', 'Log In Error', INVALID] as const;
const unauthorized: Answer = { status: 401, body: { message: INVALID } };

const rows: readonly (readonly [string, Row])[] = [
  ...['GET /api/tabs', 'GET /api/add-another'].map((call): readonly [string, Row] => [
    `an ended session, found by ${call}`,
    { ...started, call: [call, unauthorized], shown: ended, end: '/login' },
  ]),
  ...(
    [
      ['PUT /api/last-page', { act: press('Save & Continue') }],
      ['GET /api/logout', { act: logOut }],
    ] as const
  ).map(([call, row]): readonly [string, Row] => [
    `an ended session, found by ${call}`,
    { ...started, ...row, call: [call, unauthorized], shown: ended, end: '/login' },
  ]),
  ...cards.map(([path, button, call, name, typed]): readonly [string, Row] => [
    `a refusal on ${path} by “${button}”`,
    { path, typed, act: press(button), call: [call, refused], shown: ['alert', name, LATER] },
  ]),
  [
    'a part of the page that fails to render',
    { path: '/one', form: undrawable, shown: ['dialog', 'Unexpected Error', GENERIC] },
  ],
];

describe('how errors are shown (docs/behavior.md 8)', () => {
  // Failing screens log errors.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

  it.each(rows)('%s', async (_, { path, answers, call, typed = {}, act, ...row }) => {
    const server = createFakeServer({ statuses: ['started'], ...(answers && { answers }) });
    if (call) server.answer(...call);
    const files = { ...toyFiles(), form: async () => row.form ?? toyForm };
    const isSignedIn = answers !== undefined;
    const { user, address } = await renderApp({ path, server, files, isSignedIn });
    await fill(user, typed);
    await act?.(user);
    const [role, name, words] = row.shown;
    const shown = await screen.findByRole(role, { name });
    expect(shown.textContent).toContain(words);
    await waitFor(() => expect(address()).toBe(row.end ?? path.split('?')[0]));
    if (row.end !== undefined) return;
    for (const [label, text] of Object.entries(typed))
      expect(screen.getByLabelText(startsWith(label))).toHaveProperty('value', text);
  });
});
