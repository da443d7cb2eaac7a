import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { choosingFiles } from './choosing-form.ts';
import { createFakeBrowser } from './fake-browser.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { answer, breakDown, control, isKept, openTab, recover, slots, started, type Tab } from './outage.ts';
import { renderApp } from './render-app.tsx';

const chosen = (tab: Tab) => tab.screen.getByRole('tab', { selected: true }).textContent;

/** Closes a page with pending changes, once the last of them is stored. */
async function loseAPage(server: FakeServer, change: (tab: Tab) => Promise<void>, last = 'Ada') {
  breakDown(server);
  const tab = await openTab(server);
  await change(tab);
  await isKept(tab, last);
  tab.unmount();
  return tab.browser;
}

describe('pending changes', () => {
  it('survive a reload in an outage, and are saved after it', async () => {
    const server = started({ name: 'Augusta' });
    const browser = await loseAPage(server, (tab) => answer(tab, 'Name', 'Ada'));
    const again = await openTab(server, browser);
    expect(control(again, 'Name')).toHaveProperty('value', 'Ada');
    expect(server.answers()).toEqual({ name: 'Augusta' });
    recover(server);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
    await waitFor(() => expect(slots(again)).toBe(0));
  });

  it('survive a failed page load', async () => {
    const server = started();
    const browser = await loseAPage(server, (tab) => answer(tab, 'Name', 'Ada'));
    server.answer('GET /api/profile', { status: 500, body: {} });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const tab = await renderApp({ path: '/one', server, browser, files: choosingFiles() });
    await screen.findByRole('heading', { name: 'Something went wrong.' });
    expect(browser.store.length).toBe(1);
    tab.unmount();
    server.mend('GET /api/profile');
    recover(server);
    expect(control(await openTab(server, browser), 'Name')).toHaveProperty('value', 'Ada');
  });

  it('are unreadable to the next student', async () => {
    const server = started();
    const browser = await loseAPage(server, (tab) => answer(tab, 'Name', 'Ada'));
    expect(browser.store.texts()).not.toMatch(/\bAda\b/);
    const grace = createFakeServer({ username: 'grace@example.org', statuses: ['started'] });
    const hers = await openTab(grace, browser);
    expect(control(hers, 'Name')).toHaveProperty('value', '');
    expect(grace.bodies('PUT /api/answer')).toEqual([]);
  });

  it('unknown to this form are stored for a page that knows them', async () => {
    const server = started();
    const browser = createFakeBrowser({ isSignedIn: true });
    breakDown(server);
    const toy = await renderApp({ path: '/one', server, browser });
    await toy.user.type(await toy.screen.findByLabelText(/Given/), 'Ada{Tab}');
    await waitFor(() => expect(browser.store.length).toBe(1));
    toy.unmount();
    recover(server);
    const tab = await openTab(server, browser);
    expect(tab.screen.getByRole('status', { name: 'Save state' }).textContent).toBe('');
    expect(server.answers()).toEqual({});
    tab.unmount();
    const again = await renderApp({ path: '/one', server, browser });
    expect(await again.screen.findByLabelText(/Given/)).toHaveProperty('value', 'Ada');
    await waitFor(() => expect(browser.store.length).toBe(0));
    expect(Object.values(server.answers())).toEqual(['Ada']);
  });

  it('are dropped after submission', async () => {
    const server = started();
    const browser = await loseAPage(server, (tab) => answer(tab, 'Name', 'Ada'));
    const submitted = createFakeServer({ statuses: ['started', 'validating', 'submitted'] });
    await renderApp({ path: '/one', server: submitted, browser, files: choosingFiles() });
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    await waitFor(() => expect(browser.store.length).toBe(0));
    expect(submitted.bodies('PUT /api/answer')).toEqual([]);
  });
});

describe('answers saved elsewhere since', () => {
  it('are not replaced before the student chooses, even after a reload', async () => {
    const server = started({ name: 'Augusta' });
    const browser = await loseAPage(server, (tab) => answer(tab, 'Name', 'Ada'));
    server.saveElsewhere({ name: 'Grace' });
    recover(server);
    const first = await openTab(server, browser);
    await screen.findByRole('dialog', { name: 'Which answer should we keep?' });
    await isKept(first);
    first.unmount();
    const again = await openTab(server, browser);
    const dialog = await screen.findByRole('dialog', { name: 'Which answer should we keep?' });
    expect(dialog.textContent).toMatch(/Ada.*Grace/);
    expect(server.answers()).toEqual({ name: 'Grace' });
    await again.user.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
  });

  it('are no conflict for other questions or equal answers', async () => {
    const server = started({ name: 'Augusta' });
    const browser = await loseAPage(
      server,
      async (tab) => {
        await answer(tab, 'Name', 'Ada');
        await answer(tab, 'Kid', 'Byron');
      },
      'Byron',
    );
    server.saveElsewhere({ east_note: 'From there', kid_name: 'Byron' });
    recover(server);
    const again = await openTab(server, browser);
    await waitFor(() =>
      expect(server.answers()).toEqual({ name: 'Ada', kid_name: 'Byron', east_note: 'From there' }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(control(again, 'East Note')).toHaveProperty('value', 'From there');
  });

  it('a pending tab does not delete a newer file', async () => {
    const server = started();
    await server.fetch('/api/tabs', {
      method: 'PUT',
      body: JSON.stringify({ tab_id: 'side', chosen_tab: 'west' }),
    });
    breakDown(server);
    const tab = await openTab(server);
    await tab.user.click(tab.screen.getByRole('tab', { name: 'East' }));
    await isKept(tab);
    tab.unmount();
    server.documents.put('paper', { file_name: 'a.pdf', file_size: 4, status: { status: 'COMPLETED' } });
    recover(server);
    const again = await openTab(server, tab.browser);
    await waitFor(() => expect(chosen(again)).toBe('West'));
    expect(server.tabs()).toEqual({ side: 'west' });
    expect(server.documents.keys()).toEqual(['paper']);
  });
});

describe('two tabs of a student', () => {
  it('save the changes of a closed one', async () => {
    const server = started();
    breakDown(server);
    const one = await openTab(server);
    const other = await openTab(server, one.browser);
    await answer(one, 'Name', 'Ada');
    await isKept(one);
    expect(control(other, 'Name')).toHaveProperty('value', '');
    one.unmount();
    await waitFor(() => expect(control(other, 'Name')).toHaveProperty('value', 'Ada'));
    recover(server);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
  });
});
