import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { strictCards, toyFiles } from './toy-form.ts';
import { fill, logIn } from './user-actions.ts';

/** The accessible text of the password checklist. */
const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent);

describe('the log-in card', () => {
  it('reports missing answers in a toast and at the control, and sends nothing', async () => {
    const { user, server } = await renderApp({ path: '/login' });
    await user.click(await screen.findByRole('button', { name: 'Log In' }));
    const toast = await screen.findByRole('alert', { name: 'Log In Error' });
    expect(toast.textContent).toContain('An address is needed.\nPassword is required.');
    const address = screen.getByLabelText(/E-mail/);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(address);
    expect(server.calls()).toEqual([]);
  });

  it('shows no errors before the first submit', async () => {
    const { user } = await renderApp({ path: '/login' });
    await user.type(await screen.findByLabelText(/E-mail/), 'nonsense{Tab}');
    expect(screen.getByLabelText(/E-mail/).getAttribute('aria-invalid')).toBeNull();
  });

  it('explains a log-out without an error, and has the address', async () => {
    const state = { loggedOut: 'You were away. Your answers are saved.', username: 'ada@example.org' };
    await renderApp({ path: '/login', state, isSignedIn: true });
    expect(await screen.findByText('You were away. Your answers are saved.')).toBeDefined();
    expect(screen.getByLabelText(/E-mail/)).toHaveProperty('value', 'ada@example.org');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires a valid address to resend the code', async () => {
    const { user, server } = await renderApp({ path: '/login' });
    await user.type(await screen.findByLabelText(/E-mail/), 'nonsense');
    await user.click(screen.getByRole('button', { name: 'Resend confirmation code' }));
    const toast = await screen.findByRole('alert', { name: 'Resend Confirmation Code Error' });
    expect(toast.textContent).toContain(
      'You must provide a valid email address to resend a confirmation code.',
    );
    expect(server.calls()).toEqual([]);
    await user.type(screen.getByLabelText(/E-mail/), '@example.org');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the sign-up card', () => {
  it('shows the errors of a control on blur', async () => {
    const { user } = await renderApp({ path: '/signup' });
    const address = await screen.findByLabelText(/E-mail/);
    await user.type(address, 'nonsense');
    expect(address.getAttribute('aria-invalid')).toBeNull();
    await user.tab();
    await screen.findByText('The address is wrong.');
    await user.type(address, '@example.org');
    await waitFor(() => expect(screen.queryByText('The address is wrong.')).toBeNull());
  });
});

describe('the error toast of a card', () => {
  it('lists broken rules in the order of the checklist until all are met', async () => {
    const { user } = await renderApp({ path: '/signup', files: toyFiles(strictCards) });
    await user.type(await screen.findByLabelText(/^Password/), 'x');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    const toast = await screen.findByRole('alert', { name: 'Sign Up Error' });
    expect(toast.textContent).toContain(
      'An address is needed.\nPassword: is at least 12 characters, contains at least one number.',
    );
    await user.type(screen.getByLabelText(/E-mail/), 'ada@example.org');
    expect(screen.getByRole('alert', { name: 'Sign Up Error' })).toBeDefined();
    await user.type(screen.getByLabelText(/^Password/), 'Violet-Tiger-42');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('stays if no control is invalid, as does its message in the card', async () => {
    const server = createFakeServer();
    server.answer('POST /public/login', { status: 401, body: { message: 'The password is not right.' } });
    const { user } = await renderApp({ path: '/login', server });
    await logIn(user);
    await screen.findByRole('alert', { name: 'Log In Error' });
    await user.type(screen.getByLabelText(/^Password/), 's');
    await user.click(screen.getByRole('button', { name: 'Close Log In Error' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('The password is not right.')).toBeDefined();
  });
});

describe('the forgot card', () => {
  it('shows the response in the card, and in a toast that can be closed', async () => {
    const { user } = await renderApp({ path: '/forgot' });
    await user.type(await screen.findByLabelText(/E-mail/), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Forgot Password' }));
    const toast = await screen.findByRole('status', { name: 'Success Notification' });
    expect(toast.textContent).toContain('POST /public/forgot-password done.');
    await user.click(within(toast).getByRole('button', { name: 'Close Success Notification' }));
    expect(screen.queryByText('Success Notification')).toBeNull();
    expect(screen.getByText('POST /public/forgot-password done.')).toBeDefined();
  });
});

describe('the reset card', () => {
  it('is prefilled from the link, and requires the password twice', async () => {
    const { user, server, address } = await renderApp({ path: '/reset?username=ada@example.org&id=r1' });
    await fill(user, { Password: 'secret-1', Again: 'secret-2' });
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await screen.findByRole('alert', { name: 'Reset Password Error' });
    expect(server.calls()).toEqual([]);

    await user.clear(screen.getByLabelText(/^Again/));
    await user.type(screen.getByLabelText(/^Again/), 'secret-1');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(address()).toBe('/login');
    expect(server.bodies('POST /public/reset-password')).toEqual([
      { username: 'ada@example.org', password: 'secret-1', id: 'r1' },
    ]);
  });

  it('offers a new link for an invalid one, with the address', async () => {
    const server = createFakeServer();
    const message = "This link isn't valid anymore. Please get a new one.";
    server.answer('POST /public/reset-password', { status: 422, body: { message } });
    const { user } = await renderApp({ path: '/reset?username=ada@example.org&id=r1', server });
    await fill(user, { Password: 'secret-1', Again: 'secret-1' });
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await screen.findByRole('alert', { name: 'Reset Password Error' });
    await user.click(screen.getByRole('link', { name: 'Get a new link' }));
    await user.click(await screen.findByRole('button', { name: 'Forgot Password' }));
    await screen.findByRole('status', { name: 'Success Notification' });
    expect(server.bodies('POST /public/forgot-password')).toEqual([{ username: 'ada@example.org' }]);
  });
});

describe.each([
  ['sign-up', '/signup', 'Sign Up', []],
  ['reset', '/reset?username=ada.byron@example.org&id=r1', 'Reset Password', ['done: passwords must match']],
] as const)('a new password on the %s card', (_, path, title, further) => {
  const kept = ['done: is at least 12 characters', 'done: contains at least one number'];

  async function typePassword(password: string) {
    const app = await renderApp({ path, files: toyFiles(strictCards) });
    const address = await screen.findByLabelText(/E-mail/);
    await app.user.clear(address);
    await app.user.type(address, 'ada.byron@example.org');
    await app.user.type(screen.getByLabelText(/^Password/), password);
    const again = screen.queryByLabelText(/^Again/);
    if (again) await app.user.type(again, password);
    return app;
  }

  it('is rated in a last line, once the other rules are met', async () => {
    const { user } = await typePassword('Violet-Tiger');
    expect(lines()).toEqual([
      kept[0],
      'not yet: contains at least one number',
      'is hard to guess',
      ...further,
    ]);
    await user.type(screen.getByLabelText(/^Password/), '-42');
    await waitFor(() => expect(lines().slice(0, 3)).toEqual([...kept, 'done: is hard to guess']));
  });

  it('is not sent if it is easy to guess, and the card explains why', async () => {
    const { user, server } = await typePassword('Byron-and-1815');
    await waitFor(() => expect(lines()).toEqual([...kept, 'not yet: is hard to guess', ...further]));
    await user.click(screen.getByRole('button', { name: title }));
    const toast = await screen.findByRole('alert', { name: `${title} Error` });
    const sentence = 'This password is easy to guess because it contains part of your email address.';
    expect(toast.textContent).toContain(sentence);
    const control = screen.getByLabelText(/^Password/);
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(control);
    expect(server.calls()).toEqual([]);
  });
});

describe('a server refusal', () => {
  const refusal = {
    status: 422,
    body: { message: 'Password: is too easy to guess.', errors: { password: ['is too easy to guess'] } },
  };

  it('is shown at its field and in a toast until it changes, and keeps all input', async () => {
    const server = createFakeServer();
    server.answer('POST /public/signup', refusal);
    const { user } = await renderApp({ path: '/signup', server });
    await user.type(await screen.findByLabelText(/E-mail/), 'ada@example.org');
    const password = screen.getByLabelText(/^Password/);
    await user.type(password, 'Password123!');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    const toast = await screen.findByRole('alert', { name: 'Sign Up Error' });
    expect(toast.textContent).toContain('Password: is too easy to guess.');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(password);
    expect(password).toHaveProperty('value', 'Password123!');
    expect(screen.getByLabelText(/E-mail/)).toHaveProperty('value', 'ada@example.org');
    await user.type(password, '4');
    expect(password.getAttribute('aria-invalid')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('can be sent again unchanged', async () => {
    const server = createFakeServer();
    server.answer('POST /public/signup', refusal);
    const { user, address } = await renderApp({ path: '/signup', server });
    await fill(user, { 'E-mail': 'ada@example.org', Password: 'Password123!' });
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('alert', { name: 'Sign Up Error' });
    server.mend('POST /public/signup');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await waitFor(() => expect(address()).toBe('/confirm'));
  });
});

it('a code of a sign-up in another browser takes the password chosen there', async () => {
  const server = createFakeServer();
  const message = 'This code is for another sign-up.';
  server.answer('POST /public/confirm', { status: 422, body: { message, needs_password: true } });
  const { user, address } = await renderApp({
    path: '/confirm?username=ada@example.org&code=123456',
    server,
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm Your Account' }));
  await screen.findByRole('heading', { level: 1, name: 'Did you sign up in another browser?' });
  expect(screen.getByText(message)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeDefined();
  await user.type(screen.getByLabelText('Password you chose there'), 'Violet-Tiger-42{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  server.mend('POST /public/confirm');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(address()).toBe('/login'));
  const sent = { username: 'ada@example.org', code: '123456', password: 'Violet-Tiger-42' };
  expect(server.bodies('POST /public/confirm').at(-1)).toEqual(sent);
});

it.each([
  ['/login', 'Forgot password?', 'Forgot Password'],
  ['/signup', 'I already have an account', 'Log In'],
  ['/confirm', 'Back to log in', 'Log In'],
  ['/forgot', 'Back to log in', 'Log In'],
  ['/reset', 'Back to log in', 'Log In'],
])('an address typed on %s is kept by "%s"', async (path, link, heading) => {
  const { user } = await renderApp({ path });
  await user.type(await screen.findByLabelText(/E-mail/), 'ada@example.org');
  await user.click(screen.getByRole('link', { name: link }));
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(screen.getByLabelText(/E-mail/)).toHaveProperty('value', 'ada@example.org');
});

describe('the focus', () => {
  it('moves to the heading of the next card, and of the page after log-in', async () => {
    const { user } = await renderApp({ path: '/login' });
    await screen.findByRole('heading', { name: 'Log In' });
    expect(document.activeElement).toBe(document.body);
    await user.click(screen.getByRole('link', { name: 'Start your application' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Sign Up' }));
    await user.click(screen.getByRole('link', { name: 'I already have an account' }));
    await logIn(user);
    const heading = await screen.findByRole('heading', { name: 'Page One' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});
