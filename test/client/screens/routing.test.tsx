import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { shownToasts, toastText } from './shown-toasts.ts';

type Status = 'none' | 'started' | 'validating' | 'submitted';
type Row = {
  readonly path: string;
  readonly state?: object;
  /** Undefined: nobody is logged in. */
  readonly student?: { readonly status: Status; readonly lastPage?: string };
  /** The session has ended. */
  readonly isEnded?: true;
  readonly end: string;
  readonly heading: string;
  /** Label and message of the only toast. */
  readonly toast?: readonly [string, string];
};

const ORDER = ['none', 'started', 'validating', 'submitted'] as const;
const one = { end: '/one', heading: 'Page One' };
const two = { end: '/two', heading: 'Page Two' };
const completion = { end: '/completion', heading: 'Your Application Is Submitted' };
const logIn = { end: '/login', heading: 'Log In' };
const forgot = { end: '/forgot', heading: 'Forgot Password' };
const reset = { end: '/reset', heading: 'Reset Password' };
const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const started = { status: 'started' } as const;
const submitted = { status: 'submitted' } as const;
const refused = { student: started, ...logIn, toast: ['Log In Error', INVALID] } as const;
const ended = { ...refused, isEnded: true } as const;
const at = (lastPage: string, status: Status = 'started') => ({ status, lastPage });

const rows: readonly (readonly [string, Row])[] = [
  ['the root is the default page', { path: '/', ...one }],
  ['a page stays', { path: '/two', ...two }],
  ['an unknown path is the default page', { path: '/nowhere', ...one }],
  [
    'an unknown path keeps its query',
    { path: '/nowhere?source=mail&a=1', ...one, end: '/one?source=mail&a=1' },
  ],
  ['the root keeps its query', { path: '/?source=mail', ...one, end: '/one?source=mail' }],
  ['a page keeps its query', { path: '/two?source=mail', ...two, end: '/two?source=mail' }],
  ['the completion page is not for a visitor', { path: '/completion', ...one }],
  ['the log-in card', { path: '/login', ...logIn }],
  ['the sign-up card', { path: '/signup', end: '/signup', heading: 'Sign Up' }],
  ['the confirmation', { path: '/confirm', end: '/confirm', heading: 'Confirm Your Account' }],
  ['the forgotten password', { path: '/forgot', ...forgot }],
  ['the reset takes its link out of the address', { path: '/reset?username=a@b.org&id=r1', ...reset }],
  [
    'and keeps the rest of the query',
    { path: '/reset?username=a@b.org&id=r1&a=1', ...reset, end: '/reset?a=1' },
  ],
  [
    'an error is shown on the log-in card',
    { path: '/login', state: { error: 'No.' }, ...logIn, toast: ['Log In Error', 'No.'] },
  ],
  ['a student without a status', { path: '/', student: { status: 'none' }, ...one }],
  ['a started student', { path: '/', student: started, ...one }],
  ['a started student on a page', { path: '/two', student: started, ...two }],
  ['the completion page is not for a started student', { path: '/completion', student: started, ...one }],
  [
    'also from the completion page, with the query',
    { path: '/completion?a=1', student: at('/two'), ...two, end: '/two?a=1' },
  ],
  ['a removed last page is ignored', { path: '/two', student: at('/gone'), ...two }],
  ['a link to a question stays', { path: '/one#given', student: at('/two'), ...one, end: '/one#given' }],
  ['a hash on no page is ignored', { path: '/nowhere#given', student: at('/two'), ...two }],
  [
    'the review stays',
    { path: '/review', student: at('/two'), end: '/review', heading: 'Review Your Application' },
  ],
  ['a visitor who wants the review logs in', { path: '/review', ...logIn }],
  ['a visitor has no account', { path: '/account', ...one }],
  ['a submitted student', { path: '/', student: submitted, ...completion }],
  [
    'a submitted student on an unknown path',
    { path: '/nowhere?a=1', student: submitted, ...completion, end: '/completion?a=1' },
  ],
  ['a student on the log-in card goes on', { path: '/login', student: started, ...one }],
  ['a student on the sign-up card goes on', { path: '/signup', student: at('/two'), ...two }],
  ['a submitted student on the log-in card', { path: '/login', student: submitted, ...completion }],
  ['a student can reset the password', { path: '/forgot', student: started, ...forgot }],
  ['and reset it', { path: '/reset', student: started, ...reset }],
  ['an ended session on the root', { path: '/', ...ended }],
  ['an ended session on a page', { path: '/two?a=1', ...ended }],
  ['an ended session on the completion page', { path: '/completion', ...ended }],
  ['an ended session with a cookie on the log-in card', { path: '/login', ...ended }],
  ['an error on the log-in card, with a cookie', { path: '/login', state: { error: INVALID }, ...refused }],
];

describe('routes and screens (docs/behavior.md 2.2)', () => {
  it.each(rows)('%s', async (_, { path, state, student, isEnded, end, heading, toast }) => {
    const server = createFakeServer({
      statuses: ORDER.slice(1, ORDER.indexOf(student?.status ?? 'none') + 1),
      ...(student?.lastPage === undefined ? {} : { lastPage: student.lastPage }),
    });
    if (isEnded) server.answer('GET /api/profile', { status: 401, body: { message: INVALID } });
    const { address } = await renderApp({ path, server, isSignedIn: student !== undefined, state });
    await screen.findByRole('heading', { level: 1, name: heading });
    await waitFor(() => expect(address()).toBe(end));
    expect(shownToasts()).toEqual(toast ? [toastText(toast)] : []);
  });
});

it.each([
  ['/reset?username=a%2Bb@example.org&id=r1', null],
  ['/reset', { username: 'a+b@example.org', id: 'r1' }],
])('the reset card is filled from its link, also after a reload: %s', async (path, state) => {
  const { navigationState } = await renderApp({ path, state });
  expect(await screen.findByLabelText(/E-mail/)).toHaveProperty('value', 'a+b@example.org');
  expect(screen.getByLabelText(/Reset code/)).toHaveProperty('value', 'r1');
  expect(navigationState()).toEqual({ username: 'a+b@example.org', id: 'r1' });
});

it.each([
  ['/confirm?username=a%2Bb@example.org&code=123456&signup=s1', null],
  ['/confirm', { username: 'a+b@example.org', code: '123456', signup: 's1' }],
])('the confirmation is filled from its link, also after a reload: %s', async (path, state) => {
  const server = createFakeServer();
  const { user, navigationState } = await renderApp({ path, state, server });
  const code = await screen.findByLabelText(/Code/);
  expect(navigationState()).toEqual({ username: 'a+b@example.org', code: '123456', signup: 's1' });
  server.answer('POST /public/confirm', { status: 422, body: { message: 'Not valid.' } });
  await user.click(screen.getByRole('button', { name: 'Confirm Your Account' }));
  await screen.findAllByText('Not valid.');
  await user.clear(code);
  await user.type(code, '654321');
  const username = 'a+b@example.org';
  await waitFor(() =>
    expect(server.bodies('POST /public/confirm')).toEqual([
      { username, code: '123456', signup: 's1' },
      { username, code: '654321' },
    ]),
  );
});

it('a student who changed the page is not redirected back', async () => {
  const { user, address } = await renderStudent('/', { lastPage: '/two' });
  await screen.findByRole('heading', { name: 'Page Two' });
  await user.click(screen.getByRole('link', { name: /Page One/ }));
  await screen.findByRole('heading', { name: 'Page One' });
  expect(address()).toBe('/one');
});
