import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeBrowser } from './fake-browser.ts';
import { createFakeServer, storageKeyOf } from './fake-server.ts';
import { logOut } from './outage.ts';
import { renderApp } from './render-app.tsx';
import { logIn } from './user-actions.ts';

const INVALID = 'Your session is invalid. Please clear your cookies and login again.';
const saved = () => createFakeServer({ answers: { given: 'Ada' }, statuses: ['started'] });

/** A student's form in one tab of a browser. */
async function openTab(browser = createFakeBrowser({ isSignedIn: true }), server = saved()) {
  const tab = await renderApp({ path: '/one', browser, server });
  await tab.screen.findByDisplayValue('Ada');
  return tab;
}

/** The page is restored from the back/forward cache. */
function comeBack(persisted: boolean): void {
  const event = Object.assign(new Event('pageshow'), { persisted });
  act(() => void window.dispatchEvent(event));
}

describe('a log-out in one tab', () => {
  it('is confirmed in each tab, without errors and answers', async () => {
    const browser = createFakeBrowser({ isSignedIn: true });
    const one = await openTab(browser);
    const other = await openTab(browser);
    await logOut(one);
    await other.screen.findByRole('heading', { name: 'Log In' });
    expect(other.address()).toBe('/login');
    for (const tab of [one, other]) expect(await tab.screen.findByText("You're logged out.")).toBeDefined();
    expect(other.screen.queryByRole('alert')).toBeNull();
    expect(other.screen.queryByDisplayValue('Ada')).toBeNull();
  });

  it('leaves no answers in any tab, nor a visitor draft', async () => {
    const browser = createFakeBrowser({ isSignedIn: true });
    const one = await openTab(browser);
    browser.session.isSignedIn = false;
    const visitor = await renderApp({ path: '/signup', browser });
    await visitor.screen.findByRole('heading', { level: 1 });
    browser.session.isSignedIn = true;
    visitor.tab.setItem('matricula:visitor-draft', 'of somebody');
    await logOut(one);
    await waitFor(() => expect(visitor.tab.texts() + one.tab.texts() + browser.store.texts()).toBe(''));
    expect(visitor.address()).toBe('/signup');
  });
});

describe('a form whose session ended', () => {
  it('closes when somebody else logs in in the same browser', async () => {
    const browser = createFakeBrowser({ isSignedIn: true });
    const one = await openTab(browser);
    const grace = createFakeServer({ username: 'grace@example.org', answers: { given: 'Ada' } });
    await openTab(browser, grace);
    const toast = await one.screen.findByRole('alert', { name: 'Log In Error' });
    expect(toast.textContent).toContain(INVALID);
    expect(one.address()).toBe('/login');
  });

  it('stays when the same student opens it in another tab', async () => {
    const browser = createFakeBrowser({ isSignedIn: true });
    const one = await openTab(browser);
    await openTab(browser);
    expect(one.address()).toBe('/one');
  });

  it('closes when the page is restored without the cookie', async () => {
    const { session, address } = await openTab();
    session.isSignedIn = false;
    comeBack(true);
    await screen.findByRole('heading', { name: 'Log In' });
    expect(address()).toBe('/login');
  });

  it('closes when the page is restored after the session ended', async () => {
    const { server, address } = await openTab();
    server.answer('GET /api/profile', { status: 401, body: { message: INVALID } });
    comeBack(true);
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('stays when the page is restored with a valid session', async () => {
    const { server, address } = await openTab();
    const before = server.bodies('GET /api/profile').length;
    comeBack(true);
    await waitFor(() => expect(server.bodies('GET /api/profile').length).toBe(before + 1));
    expect(address()).toBe('/one');
  });
});

/** Another tab posts a log-out without the server: the cookie stays. */
async function endWithoutServer(tab: Awaited<ReturnType<typeof openTab>>): Promise<void> {
  const { otherTabs } = tab.browser.open(() => new Date());
  act(() => otherTabs.post({ kind: 'ended', message: 'You have been logged out.' }));
  await screen.findByRole('heading', { name: 'Log In' });
}

describe('a session that ended only on the page, as the server was unreachable', () => {
  it('leaves nothing for the next student', async () => {
    const tab = await openTab();
    await endWithoutServer(tab);
    const profile = {
      username: 'grace@example.org',
      last_page: null,
      successful_login: ['2026-01-01T00:00:00Z'],
      web_status: [{ web_status: 'started', at: '2026-01-01T00:00:00Z' }],
      answer: { given: 'Grace' },
      document_answer: {},
      version: 0,
      receipt: null,
      storage_key: storageKeyOf('grace@example.org'),
    };
    tab.server.answer('GET /api/profile', { status: 200, body: profile });
    await tab.user.clear(screen.getByLabelText('E-mail'));
    await logIn(tab.user, 'grace@example.org');
    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', 'Grace');
  });

  it('opens again at the next log-in, even after failed loads', async () => {
    const tab = await openTab();
    tab.server.answer('GET /api/profile', 'offline');
    await endWithoutServer(tab);
    tab.server.mend('GET /api/profile');
    await tab.user.clear(screen.getByLabelText('E-mail'));
    await logIn(tab.user);
    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', 'Ada');
  });
});
