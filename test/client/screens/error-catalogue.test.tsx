import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { addAnother, form, page, question, tabs } from '#test/form/build-definition.ts';
import { type Answer, createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles, toyForm } from './toy-form.ts';

const GENERIC = "We've encountered an unexpected error at this time. Please try again later.";
const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const LATER = 'Please try again in 8 seconds.';
const refused: Answer = { status: 500, body: { message: LATER } };
const noJson: Answer = { status: 502, body: '<html>Bad gateway</html>' };

type Row = {
  readonly path: string;
  /** Left out, a visitor; else a student who has given these answers. */
  readonly answers?: Readonly<Record<string, string>>;
  readonly form?: FormDefinition;
  /** The call that does not succeed, and what it is answered. */
  readonly call?: readonly [string, Answer];
  /** What is typed before, by label; it stays where the screen does. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly act?: (user: UserEvent) => Promise<void>;
  /** What shows it: its role, its name, and its text. */
  readonly shown: readonly ['alert' | 'dialog' | 'heading', string, string];
  readonly end?: string;
};

const press =
  (name: string, role: 'button' | 'tab' = 'button') =>
  async (user: UserEvent): Promise<void> =>
    user.click(await screen.findByRole(role, { name }));

const startsWith = (label: string): RegExp => new RegExp(`^${label}`);

const logOut = async (user: UserEvent): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await press('Log Out')(user);
};

const ADDRESS = { 'E-mail': 'a@b.org' };
const logIn = { path: '/login', typed: { ...ADDRESS, Password: 'secret' }, act: press('Log In') };
const started = { path: '/one', answers: { given: 'Ada' } };
const complete = { path: '/two', answers: { given: 'Ada', motto: 'Onwards' } };
const kids = form([
  page([question('kid_name'), question('kid_2_name')], {
    id: 'one',
    layout: [addAnother('kids', ['kid_name'], ['kid_2_name'])],
  }),
]);
const sides = form([
  page([question('east_motto'), question('west_motto')], {
    id: 'one',
    layout: [tabs('side', ['east_motto'], ['west_motto'])],
  }),
]);
const undrawable = form([page([question('given', { widget: 'of-another-version' })], { id: 'one' })]);

const ended = ['alert', 'Log In Error', INVALID] as const;
const unauthorized: Answer = { status: 401, body: { message: INVALID } };

const rows: readonly (readonly [string, Row])[] = [
  [
    'a response that is no JSON',
    { ...logIn, call: ['POST /public/login', noJson], shown: ['alert', 'Log In Error', GENERIC] },
  ],
  [
    'a good response that is no JSON',
    {
      ...logIn,
      call: ['POST /public/login', { status: 200, body: 'Welcome' }],
      shown: ['alert', 'Log In Error', GENERIC],
    },
  ],
  [
    'a refusal with a message',
    { ...logIn, call: ['POST /public/login', refused], shown: ['alert', 'Log In Error', LATER] },
  ],
  [
    'a refusal without a message',
    {
      ...logIn,
      call: ['POST /public/login', { status: 500, body: {} }],
      shown: ['alert', 'Log In Error', GENERIC],
    },
  ],
  [
    'a refusal whose message is no text',
    {
      ...logIn,
      call: ['POST /public/login', { status: 400, body: { message: 7 } }],
      shown: ['alert', 'Log In Error', GENERIC],
    },
  ],
  ...['GET /api/profile', 'GET /api/tabs', 'GET /api/add-another'].map((call): readonly [string, Row] => [
    `an ended session, found by ${call}`,
    { ...started, call: [call, unauthorized], shown: ended, end: '/login' },
  ]),
  [
    'an ended session, found by a save',
    {
      ...started,
      call: ['PUT /api/answer', unauthorized],
      typed: { Nickname: 'Countess' },
      act: press('Save & Continue'),
      shown: ended,
      end: '/login',
    },
  ],
  [
    'an ended session, found by the report of a page',
    {
      ...started,
      call: ['PUT /api/last-page', unauthorized],
      act: press('Save & Continue'),
      shown: ended,
      end: '/login',
    },
  ],
  [
    'an ended session, found by the log-out',
    { ...started, call: ['GET /api/logout', unauthorized], act: logOut, shown: ended, end: '/login' },
  ],
  [
    'a refusal on the sign-up card',
    {
      path: '/signup',
      typed: { ...ADDRESS, Password: 'secret' },
      act: press('Sign Up'),
      call: ['POST /public/signup', refused],
      shown: ['alert', 'Sign Up Error', LATER],
    },
  ],
  [
    'a refusal on the confirmation card',
    {
      path: '/confirm',
      typed: { ...ADDRESS, Code: '123456' },
      act: press('Confirm Your Account'),
      call: ['POST /public/confirm', refused],
      shown: ['alert', 'Confirm Your Account Error', LATER],
    },
  ],
  [
    'a refusal on the card of a forgotten password',
    {
      path: '/forgot',
      typed: ADDRESS,
      act: press('Forgot Password'),
      call: ['POST /public/forgot-password', refused],
      shown: ['alert', 'Forgot Password Error', LATER],
    },
  ],
  [
    'a refusal on the reset card',
    {
      path: '/reset?username=a@b.org&id=r1',
      typed: { Password: 'secret', Again: 'secret' },
      act: press('Reset Password'),
      call: ['POST /public/reset-password', refused],
      shown: ['alert', 'Reset Password Error', LATER],
    },
  ],
  [
    'a resend that fails on the confirmation card',
    {
      path: '/confirm',
      typed: ADDRESS,
      act: press('Resend confirmation code'),
      call: ['POST /public/resend-confirm', refused],
      shown: ['alert', 'Resend Confirmation Code Error', LATER],
    },
  ],
  [
    'a resend that fails on the log-in card',
    {
      path: '/login',
      typed: ADDRESS,
      act: press('Resend confirmation code'),
      call: ['POST /public/resend-confirm', refused],
      shown: ['alert', 'Resend Confirmation Code Error', LATER],
    },
  ],
  [
    'a log-out that fails',
    {
      ...started,
      call: ['GET /api/logout', refused],
      act: logOut,
      shown: ['dialog', 'Unexpected Error', LATER],
    },
  ],
  [
    'a route whose data cannot be loaded',
    {
      ...started,
      call: ['GET /api/profile', refused],
      shown: ['heading', 'Something went wrong.', 'Something went wrong.'],
    },
  ],
  [
    'a part of the page that fails to draw',
    { path: '/one', form: undrawable, shown: ['dialog', 'Unexpected Error', GENERIC] },
  ],
  [
    'a button whose action fails',
    {
      ...complete,
      call: ['POST /api/submit', refused],
      act: press('Submit'),
      shown: ['dialog', 'Unexpected Error', LATER],
    },
  ],
  [
    'one more block that cannot be added',
    {
      path: '/one',
      answers: {},
      form: kids,
      call: ['PUT /api/add-another', refused],
      act: press('Add Another'),
      shown: ['alert', 'Error adding another kids', LATER],
    },
  ],
  [
    'a tab that cannot be chosen',
    {
      path: '/one',
      answers: {},
      form: sides,
      call: ['PUT /api/tabs', refused],
      act: press('West', 'tab'),
      shown: ['alert', 'Error handling tabs for east', LATER],
    },
  ],
];

describe('how an error is shown, and where (docs/behavior.md 8)', () => {
  // A screen that fails is on the console too.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

  it.each(rows)('%s', async (_, { path, answers, call, typed = {}, act, ...row }) => {
    const server = createFakeServer({ statuses: ['started'], ...(answers && { answers }) });
    if (call) server.answer(...call);
    const files = { ...toyFiles(), form: async () => row.form ?? toyForm };
    const isSignedIn = answers !== undefined;
    const { user, address } = await renderApp({ path, server, files, isSignedIn });
    for (const [label, text] of Object.entries(typed))
      await user.type(await screen.findByLabelText(startsWith(label)), text);
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
