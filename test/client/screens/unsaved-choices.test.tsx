import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { choosingFiles } from './choosing-form.ts';
import { type Answer, createFakeServer } from './fake-server.ts';
import { attach } from './open-attachable.ts';
import { renderApp } from './render-app.tsx';
import { press, type } from './user-actions.ts';

const TAB_FAULT = 'Error handling tabs for east';
const COUNT_FAULT = 'Error adding another kids';
const trouble: Answer = { status: 503, body: { message: 'We cannot reach your application right now.' } };
const NOT_SAVED = 'Not saved – we will keep trying';

async function openPage(server = createFakeServer({ statuses: ['started'] })) {
  const { user, unmount } = await renderApp({
    path: '/one',
    isSignedIn: true,
    server,
    files: choosingFiles(),
  });
  await screen.findByRole('tab', { name: 'East' });
  return { server, user, unmount };
}

const choose = async (user: UserEvent, name: string): Promise<void> =>
  user.click(screen.getByRole('tab', { name }));
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const addOne = async (user: UserEvent): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Add Another' }));
const saveState = () => screen.getAllByRole('status', { name: 'Save state', hidden: true })[0]?.textContent;

/** The browser comes back online. */
const comeOnline = (): void => act(() => void window.dispatchEvent(new Event('online')));

describe.each([
  { what: 'a tab', call: 'PUT /api/tabs', label: TAB_FAULT },
  { what: 'one more block', call: 'PUT /api/add-another', label: COUNT_FAULT },
])('$what that cannot be saved', ({ what, call, label }) => {
  const change = async (user: UserEvent): Promise<void> =>
    what === 'a tab' ? choose(user, 'West') : addOne(user);
  const isStored = ({ tabs: chosenTabs, counts }: ReturnType<typeof createFakeServer>): boolean =>
    what === 'a tab' ? chosenTabs()['side'] === 'west' : counts()['kids'] === 2;

  it('is shown as not saved, retried, and reported once', async () => {
    const { server, user } = await openPage();
    server.answer(call, trouble);
    await change(user);
    await waitFor(() => expect(saveState()).toBe(NOT_SAVED));
    expect(await screen.findAllByRole('alert', { name: label })).toHaveLength(1);
    await user.click(within(screen.getByRole('alert', { name: label })).getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('alert', { name: label })).toBeNull());
    await waitFor(() => expect(server.bodies(call).length).toBeGreaterThan(1));
    expect(saveState()).toBe(NOT_SAVED);
    expect(screen.queryByRole('alert', { name: label })).toBeNull();
    server.mend(call);
    await waitFor(() => expect(saveState()).toBe('Saved'));
    expect(isStored(server)).toBe(true);
  });

  it('blocks submission until saved', async () => {
    const { server, user } = await openPage();
    server.answer(call, trouble);
    await change(user);
    await waitFor(() => expect(saveState()).toBe(NOT_SAVED));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unexpected Error' });
    expect(dialog.textContent).toContain("couldn't save");
    expect(server.calls()).not.toContain('POST /api/submit');
    server.mend(call);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await screen.findByText('R1');
    expect(isStored(server)).toBe(true);
    const calls = server.calls();
    expect(calls.lastIndexOf(call)).toBeLessThan(calls.indexOf('POST /api/submit'));
  });

  it('is confirmed before log-out, and the browser warns on leave', async () => {
    const { server, user } = await openPage();
    server.answer(call, trouble);
    await change(user);
    await waitFor(() => expect(saveState()).toBe(NOT_SAVED));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Account/ }));
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
    expect(server.calls()).not.toContain('GET /api/logout');
  });

  it('reverts if refused, with a toast until it is saved', async () => {
    const { server, user } = await openPage();
    server.answer(call, { status: 422, body: { message: 'It is not part of the form.' } });
    await change(user);
    const toast = await screen.findByRole('alert', { name: label });
    expect(toast.textContent).toContain('It is not part of the form.');
    await waitFor(() => expect([chosen(), screen.queryByLabelText('Kid 2')]).toEqual(['East', null]));
    expect(saveState()).not.toBe(NOT_SAVED);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    server.mend(call);
    await change(user);
    await waitFor(() => expect(screen.queryByRole('alert', { name: label })).toBeNull());
  });
});

describe('an unsaved tab', () => {
  it('holds back its answers only', async () => {
    const { server, user } = await openPage();
    server.answer('PUT /api/tabs', trouble);
    await choose(user, 'West');
    await type('Essay', 'Onwards')(user);
    await type('Name', 'Ada')(user);
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }));
    expect(saveState()).toBe(NOT_SAVED);
    server.mend('PUT /api/tabs');
    comeOnline();
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada', essay: 'Onwards' }));
    await waitFor(() => expect(screen.queryByRole('alert', { name: TAB_FAULT })).toBeNull());
    expect(server.tabs()).toEqual({ side: 'west' });
  });

  it('is saved before a file attached in it', async () => {
    const { server, user } = await openPage();
    server.answer('PUT /api/tabs', trouble);
    await choose(user, 'West');
    await waitFor(() => expect(saveState()).toBe(NOT_SAVED));
    server.mend('PUT /api/tabs');
    attach('Paper');
    await waitFor(() => expect(server.documents.keys()).toEqual(['paper']));
    const calls = server.calls();
    expect(calls.lastIndexOf('PUT /api/tabs')).toBeLessThan(calls.indexOf('POST /api/presigned-url'));
    expect(server.tabs()).toEqual({ side: 'west' });
  });

  it('keeps a file in the page until saved', async () => {
    const { server, user } = await openPage();
    server.answer('PUT /api/tabs', trouble);
    await choose(user, 'West');
    attach('Paper');
    const box = screen.getByRole('group', { name: 'Paper' });
    await within(box).findByText('We cannot reach your application right now.');
    expect(server.calls()).not.toContain('POST /api/presigned-url');
    server.mend('PUT /api/tabs');
    await user.click(within(box).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.documents.keys()).toEqual(['paper']));
  });

  it('restores the answers of the old tab if refused', async () => {
    const server = createFakeServer({ statuses: ['started'], answers: { east_note: 'Mine' } });
    const { user } = await openPage(server);
    server.answer('PUT /api/tabs', { status: 409, body: { message: 'Please wait.' } });
    await choose(user, 'West');
    await waitFor(() => expect(chosen()).toBe('East'));
    expect(screen.getByRole('textbox', { name: 'East Note' })).toHaveProperty('value', 'Mine');
    expect(server.answers()).toEqual({ east_note: 'Mine' });
    expect(screen.queryByText(/cleared/)).toBeNull();
  });

  it('is not retried over a file attached in another window', async () => {
    const { server, user } = await openPage();
    await choose(user, 'West');
    await waitFor(() => expect(server.tabs()).toEqual({ side: 'west' }));
    server.answer('PUT /api/tabs', trouble);
    await choose(user, 'East');
    await waitFor(() => expect(saveState()).toBe(NOT_SAVED));
    server.documents.put('paper', { file_name: 'a.pdf', file_size: 4, status: { status: 'COMPLETED' } });
    server.mend('PUT /api/tabs');
    comeOnline();
    await waitFor(() => expect(chosen()).toBe('West'));
    expect(server.tabs()).toEqual({ side: 'west' });
    await waitFor(() => {
      const [toast, ...others] = screen.getAllByRole('alert', { name: TAB_FAULT });
      expect([toast?.textContent, others]).toEqual([expect.stringContaining('“a.pdf”'), []]);
    });
  });
});

/** Another window chooses a tab and writes in it. */
async function chooseElsewhere(server: ReturnType<typeof createFakeServer>): Promise<void> {
  const body = JSON.stringify({ tab_id: 'side', chosen_tab: 'west' });
  await server.fetch('/api/tabs', { method: 'PUT', body });
  server.saveElsewhere({ essay: 'From there' });
}

describe('a tab chosen in another window', () => {
  it('is shown with its answers', async () => {
    const { server, user } = await openPage();
    await chooseElsewhere(server);
    await type('Name', 'Ada')(user);
    expect(await screen.findByDisplayValue('From there')).toBeDefined();
    expect(chosen()).toBe('West');
    await waitFor(() => expect(saveState()).toBe('Saved'));
    expect(server.answers()).toEqual({ essay: 'From there', name: 'Ada' });
  });

  it('keeps the answers of the tab that it hides', async () => {
    const server = createFakeServer({ statuses: ['started'], answers: { east_note: 'Mine' } });
    const { user } = await openPage(server);
    await chooseElsewhere(server);
    await type('Name', 'Ada')(user);
    await waitFor(() => expect(chosen()).toBe('West'));
    await press('East', 'tab')(user);
    expect(screen.getByRole('textbox', { name: 'East Note' })).toHaveProperty('value', 'Mine');
    await waitFor(() => expect(server.tabs()).toEqual({ side: 'east' }));
    expect(server.answers()).toMatchObject({ east_note: 'Mine' });
  });
});

describe('an answer changed in another window', () => {
  it('is compared with what is being typed', async () => {
    const { server, user } = await openPage();
    server.saveElsewhere({ kid_name: 'Byron' });
    await type('Name', 'Ada')(user);
    await user.type(screen.getByRole('textbox', { name: 'Kid' }), 'Al');
    const dialog = await screen.findByRole('dialog', { name: 'Which answer should we keep?' });
    expect(dialog.textContent).toMatch(/Al.*Byron/);
    expect(server.answers()).toEqual({ kid_name: 'Byron', name: 'Ada' });
  });
});
