import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { createFakeBrowser, createFakeStorage } from './fake-browser.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { fill, logIn } from './user-actions.ts';

/** A visitor with an answer, on the sign-up card. */
async function visitorAtSignUp() {
  const app = await renderApp({ path: '/one' });
  await fill(app.user, { Given: 'Ada' });
  await app.user.click(screen.getByRole('button', { name: 'Save & Continue' }));
  await screen.findByRole('heading', { name: 'Sign Up' });
  await waitFor(() => expect(app.tab.texts()).not.toBe(''));
  return app;
}

/** Logs in with a visitor draft, to an account with other answers. */
async function logInWith(draft: Answers, saved: Answers) {
  const tab = createFakeStorage();
  const browser = createFakeBrowser();
  await browser.open(() => new Date('2026-03-01T12:00:00Z'), tab).drafts.visitor.keep(draft);
  const server = createFakeServer({ answers: saved, statuses: ['started'] });
  const app = await renderApp({ path: '/login', server, browser, tab });
  await logIn(app.user);
  return app;
}

describe('the answers of a visitor', () => {
  it('are carried encrypted from sign-up to log-in, and then removed', async () => {
    const { user, server, browser, tab, navigationState } = await visitorAtSignUp();
    expect(navigationState()).toBeNull();
    await fill(user, { 'E-mail': 'ada@example.org', Password: 'secret' });
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await fill(user, { Code: '123456' });
    await waitFor(() => expect(browser.store.texts()).not.toBe(''));
    expect(tab.texts() + browser.store.texts()).not.toMatch(/Ada|ada@/);
    await screen.findByRole('heading', { name: 'Log In' });
    expect(server.bodies('POST /public/confirm')).toEqual([{ username: 'ada@example.org', code: '123456' }]);
    await fill(user, { Password: 'secret' });
    await user.click(screen.getByRole('button', { name: 'Log In' }));

    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', 'Ada');
    await waitFor(() => expect(server.answers()).toEqual({ given: 'Ada' }));
    await waitFor(() => expect(browser.store.texts() + tab.texts()).toBe(''));
  });

  it('are mentioned on every card, with the reason for the account', async () => {
    const { user, browser, tab, unmount } = await visitorAtSignUp();
    const kept = "We've kept your answers. We'll add them when you log in, unless you've already submitted.";
    const why = screen.getByText(/^You need/).textContent;
    expect(why).toBe(`You need an account to save and submit your application. ${kept}`);
    await user.click(screen.getByRole('link', { name: 'I already have an account' }));
    await screen.findByRole('heading', { name: 'Log In' });
    screen.getByText(kept);
    unmount();
    await renderApp({ path: '/signup', browser, tab });
    expect((await screen.findByText(/^You need/)).textContent).toBe(why);
  });

  it('are not mentioned if there are none', async () => {
    const { user } = await renderApp({ path: '/one' });
    await fill(user, { Given: 'A' });
    await user.clear(screen.getByLabelText(/^Given/));
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    const why = 'You need an account to save and submit your application.';
    expect((await screen.findByText(/^You need/)).textContent).toBe(why);
  });

  it.each([
    ['of the address that signed up', 'ada@example.org', 'Ada'],
    ['of another address, which gets none', 'eve@example.org', ''],
  ])('are stored for the log-in in a new tab %s', async (_, username, given) => {
    const { user, browser, unmount } = await visitorAtSignUp();
    await fill(user, { 'E-mail': 'ada@example.org', Password: 'secret' });
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('heading', { name: 'Confirm Your Account' });
    unmount();

    const server = createFakeServer({ username });
    const { user: later } = await renderApp({ path: '/login', browser, server });
    await logIn(later, username);
    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', given);
  });

  it('survive a reload of the form', async () => {
    const { user, browser, tab, unmount } = await renderApp({ path: '/one' });
    await user.type(await screen.findByLabelText(/Given/), 'Ada');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(() => expect(tab.texts()).not.toBe(''));
    unmount();
    await renderApp({ path: '/one', browser, tab });
    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', 'Ada');
  });

  it('are reported as not added after submission', async () => {
    const server = createFakeServer({ statuses: ['started', 'validating', 'submitted'] });
    const { browser, tab, unmount } = await visitorAtSignUp();
    unmount();
    const { user } = await renderApp({ path: '/login', server, browser, tab });
    await logIn(user);
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    expect(server.bodies('PUT /api/answer')).toEqual([]);
    const toast = await screen.findByRole('alert', { name: 'Changes Not Saved' });
    expect(toast.textContent).toContain('Your latest answers on this device were not added');
  });
});

const chooser = () => screen.findByRole('dialog', { name: 'Which answer should we keep?' });

describe('conflicts with saved answers', () => {
  const draft = { given: 'Ada', nickname: 'Countess', motto: 'Onwards' };
  const saved = { given: 'Augusta', nickname: 'Lady', motto: '' };

  it('are shown one after another, and replace nothing before', async () => {
    const { user, server, tab } = await logInWith(draft, saved);
    expect((await chooser()).textContent).toMatch(/another answer to The given.*Ada.*Augusta/);
    await waitFor(() => expect(server.answers()).toEqual({ ...saved, motto: 'Onwards' }));
    await user.click(screen.getByRole('button', { name: 'Use my new answer' }));
    expect((await chooser()).textContent).toMatch(/Countess.*Lady/);
    await user.click(screen.getByRole('button', { name: 'Keep the saved answer' }));
    const chosen = { given: 'Ada', nickname: 'Lady', motto: 'Onwards' };
    await waitFor(() => expect(server.answers()).toEqual(chosen));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(tab.texts()).toBe(''));
    expect(screen.getByLabelText(/Given/)).toHaveProperty('value', 'Ada');
  });

  it('are shown again after a reload', async () => {
    const { tab, browser, server, unmount } = await logInWith(draft, saved);
    await chooser();
    unmount();
    await renderApp({ path: '/one', tab, browser, server });
    expect((await chooser()).textContent).toMatch(/Ada.*Augusta/);
  });
});
