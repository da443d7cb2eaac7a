import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OTHER_TABS_SAVE_TIMEOUT } from '#client/saving/sync-tabs.ts';
import {
  answer,
  breakDown,
  control,
  isKept,
  logOut,
  openTab,
  recover,
  slots,
  started,
  type Tab,
} from './outage.ts';
import { attachPaper } from './user-actions.ts';

/** The next save of a tab reports an ended session. */
async function findOut({ server, screen: tab }: Tab): Promise<void> {
  server.answer('PUT /api/answer', { status: 401, body: { message: 'Your session is over.' } });
  act(() => void window.dispatchEvent(new Event('online')));
  await tab.findByRole('heading', { name: 'Log In' });
}

/** A tab with a pending answer, whose save reports an ended session. */
async function findOutUnsaved() {
  const server = started();
  breakDown(server);
  const one = await openTab(server);
  const third = one.browser.open(() => new Date());
  await answer(one, 'Name', 'Ada');
  await isKept(one);
  await findOut(one);
  return { server, one, third };
}

it('a tab that slept saves nothing for the next student, and keeps it for its own', async () => {
  const server = started();
  breakDown(server);
  const tab = await openTab(server);
  await answer(tab, 'Name', 'Ada');
  await isKept(tab);
  recover(server);
  // Its messages from other tabs have not arrived.
  tab.session.mark = 'of somebody else';
  act(() => void window.dispatchEvent(new Event('online')));
  await tab.screen.findByRole('heading', { name: 'Log In' });
  expect(server.answers()).toEqual({});
  expect(tab.session.isSignedIn).toBe(true);
  expect(slots(tab)).toBe(1);
});

describe('a log-out', () => {
  afterEach(() => void vi.useRealTimers());

  it('saves focused text of another tab, and leaves nothing in the browser', async () => {
    const server = started();
    const one = await openTab(server);
    const other = await openTab(server, one.browser);
    await other.user.type(control(other, 'Name'), 'Half a sente');
    await logOut(one);
    await one.screen.findByRole('heading', { name: 'Log In' });
    await other.screen.findByRole('heading', { name: 'Log In' });
    expect(server.answers()).toEqual({ name: 'Half a sente' });
    expect(slots(one)).toBe(0);
  });

  it('forgets the position on the page in all tabs', async () => {
    const server = started();
    const one = await openTab(server);
    const other = await openTab(server, one.browser);
    await other.user.click(control(other, 'Name'));
    await waitFor(() => expect(window.sessionStorage).toHaveLength(1));
    await logOut(one);
    await other.screen.findByRole('heading', { name: 'Log In' });
    expect(window.sessionStorage).toHaveLength(0);
  });

  it('confirms the loss of pending changes of any tab, and logs out without the server', async () => {
    const server = started();
    const one = await openTab(server);
    const other = await openTab(server, one.browser);
    breakDown(server);
    await other.user.type(control(other, 'Name'), 'Half a sente');
    await logOut(one);
    const dialog = await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
    expect(dialog.textContent).toContain("Another window has answers that aren't saved yet");
    expect(server.calls()).not.toContain('GET /api/logout');
    await one.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(other.address()).toBe('/one');
    await logOut(other);
    const own = await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
    expect(own.textContent).toContain("We couldn't save your latest changes.");
    server.answer('GET /api/logout', 'offline');
    await other.user.click(within(own).getByRole('button', { name: 'Log Out' }));
    for (const tab of [one, other]) await tab.screen.findByRole('heading', { name: 'Log In' });
    expect(slots(one)).toBe(0);
    expect(one.browser.session.isSignedIn).toBe(false);
  });

  it('confirms the loss of a file that another tab is sending', async () => {
    const server = started();
    server.answer('GET /api/tabs', { status: 200, body: { side: 'west' } });
    server.documents.hold();
    const other = await openTab(server);
    await attachPaper(other.user);
    await other.screen.findByText(/Sending/);
    await logOut(await openTab(server, other.browser));
    await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
    expect(server.calls()).not.toContain('GET /api/logout');
  });

  it('by inactivity keeps pending changes of each tab for the student', async () => {
    const server = started();
    breakDown(server);
    const one = await openTab(server);
    const other = await openTab(server, one.browser);
    await answer(one, 'Name', 'Ada');
    await answer(other, 'Kid', 'Byron');
    await waitFor(() => expect(slots(one)).toBe(2));
    const third = one.browser.open(() => new Date());
    third.drafts.forget();
    act(() => third.otherTabs.post({ kind: 'ended', message: 'You were away.' }));
    await one.screen.findByRole('heading', { name: 'Log In' });
    await other.screen.findByRole('heading', { name: 'Log In' });
    await waitFor(() => expect(slots(one)).toBe(2));
    expect(one.browser.store.texts() + one.tab.texts() + other.tab.texts()).not.toMatch(/Ada|Byron/);
    one.unmount();
    other.unmount();
    recover(server);
    await openTab(server, one.browser);
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada', kid_name: 'Byron' }));
  });

  it('by inactivity keeps them if a save reports it first', async () => {
    const { server, one, third } = await findOutUnsaved();
    third.drafts.forget();
    expect(slots(one)).toBe(0);
    act(() => third.otherTabs.post({ kind: 'ended', message: 'You were away.' }));
    await isKept(one);
    one.unmount();
    recover(server);
    one.browser.session.isSignedIn = true;
    await openTab(server, one.browser);
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
    await waitFor(() => expect(slots(one)).toBe(0));
  });

  it('does not restore changes taken over by another tab', async () => {
    const { server, one, third } = await findOutUnsaved();
    recover(server);
    one.browser.session.isSignedIn = true;
    const other = await openTab(server, one.browser);
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
    await waitFor(() => expect(slots(other)).toBe(0));
    act(() => third.otherTabs.post({ kind: 'ended', message: 'You were away.' }));
    await other.screen.findByRole('heading', { name: 'Log In' });
    expect(slots(one)).toBe(0);
  });

  it('by the student leaves nothing, even if a save reports it first', async () => {
    const { one, third } = await findOutUnsaved();
    await isKept(one);
    act(() => third.otherTabs.post({ kind: 'ended' }));
    await waitFor(() => expect(slots(one)).toBe(0));
  });

  it('is not sent if another tab ended the session first', async () => {
    const server = started();
    const one = await openTab(server);
    const third = one.browser.open(() => new Date());
    const isLeaving = new Promise<void>((resolve) => {
      third.otherTabs.listen(({ kind }) => kind === 'leaving' && resolve());
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await logOut(one);
    await isLeaving;
    act(() => third.otherTabs.post({ kind: 'ended', message: 'You were away.' }));
    await one.screen.findByRole('heading', { name: 'Log In' });
    await act(() => vi.advanceTimersByTimeAsync(OTHER_TABS_SAVE_TIMEOUT));
    expect(server.calls()).not.toContain('GET /api/logout');
  });

  it('by inactivity is explained even if a save reports it first', async () => {
    const one = await openTab(started());
    const third = one.browser.open(() => new Date());
    act(() => third.otherTabs.post({ kind: 'leaving', message: 'You were away.' }));
    await answer(one, 'Name', 'Ada');
    await findOut(one);
    expect(await one.screen.findByText('You were away.')).toBeDefined();
  });
});
