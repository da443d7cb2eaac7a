import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { choosingFiles } from './choosing-form.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';
import { attachPaper, deletePaper, logOut, press, type } from './user-actions.ts';

/** The last page is stored already, so that no call stores it first. */
const onPage = (lastPage: string, ...statuses: string[]) => createFakeServer({ statuses, lastPage });

/** A student with the tab West and a file in it. */
function serverInWest() {
  const server = onPage('/one', 'started');
  server.answer('GET /api/tabs', { status: 200, body: { side: 'west' } });
  const status = { status: 'COMPLETED' } as const;
  server.documents.put('paper', { file_name: 'a.pdf', file_size: 4, status });
  return server;
}

type Row = readonly [
  what: string,
  call: string,
  act: (user: UserEvent) => Promise<void>,
  server: ReturnType<typeof createFakeServer>,
];

const plain: readonly Row[] = [
  ['an answer', 'PUT /api/answer', type('Nickname', 'Countess'), onPage('/one', 'started')],
  ['the next page', 'PUT /api/last-page', press(/Page Two/, 'link'), onPage('/one', 'started')],
  ['Submit', 'POST /api/web-status', press('Submit'), onPage('/two', 'started')],
  ['an incomplete Submit', 'POST /api/validations', press('Submit'), onPage('/two', 'started', 'validating')],
];
const choosing: readonly Row[] = [
  ['a tab', 'PUT /api/tabs', press('West', 'tab'), onPage('/one', 'started')],
  ['one more block', 'PUT /api/add-another', press('Add Another'), serverInWest()],
  ['a file that is attached', 'POST /api/presigned-url', attachPaper, serverInWest()],
  ['a file that is deleted', 'DELETE /api/document-answer/paper', deletePaper, serverInWest()],
];
const rows = [
  ...plain.map((row) => ({ row, files: toyFiles() })),
  ...choosing.map((row) => ({ row, files: choosingFiles() })),
];

describe('an open page of an application submitted elsewhere', () => {
  it.each(rows)('leads to the completion page by $row.0 ($row.1)', async ({ row, files }) => {
    const [, call, act, server] = row;
    const { user, address } = await renderApp({ path: '/', isSignedIn: true, server, files });
    await screen.findByRole('button', { name: /^Account/ });
    server.submitElsewhere();
    await act(user);
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    expect(address()).toBe('/completion');
    expect(server.calls()).toContain(call);
    expect(await screen.findByText('R1')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(mayBeClosed()).toBe(true);
  });

  it('shows the receipt at once, even if loaded late', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    const late = Promise.withResolvers<void>();
    let isLate = false;
    const fetch: typeof server.fetch = async (path, init) => {
      if (isLate && path === '/api/profile') await late.promise;
      return server.fetch(path, init);
    };
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server: { ...server, fetch } });
    await screen.findByRole('textbox', { name: 'Nickname' });
    server.submitElsewhere();
    isLate = true;
    await press(/Page Two/, 'link')(user);
    setTimeout(late.resolve, 100);
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    expect(screen.getByText('R1')).toBeDefined();
  });

  it('reports a late answer, and nothing more', async () => {
    const { user, server } = await openAndSubmitElsewhere();
    // One key: the first save that is refused leads away, also from further keys.
    await type('Nickname', 'Q')(user);
    const toast = await screen.findByRole('alert', { name: 'Changes Not Saved' });
    expect(toast.textContent).toContain('Your application was already submitted.');
    expect(screen.getAllByRole('alert')).toEqual([toast]);
    expect(screen.queryByDisplayValue('Q')).toBeNull();
    expect(server.answers()).toEqual({});
  });

  it('reports nothing if nothing was changed', async () => {
    const { user } = await openAndSubmitElsewhere();
    await press(/Page Two/, 'link')(user);
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can log out', async () => {
    const { user, server, address } = await openAndSubmitElsewhere();
    await type('Nickname', 'Countess')(user);
    await screen.findByRole('heading', { name: 'Your Application Is Submitted' });
    await logOut(user);
    await waitFor(() => expect(server.calls()).toContain('GET /api/logout'));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(address()).toBe('/login');
  });
});

async function openAndSubmitElsewhere() {
  const { user, address, server } = await renderStudent('/one');
  await screen.findByRole('textbox', { name: 'Nickname' });
  server.submitElsewhere();
  return { user, server, address };
}

/** Whether the page closes without a warning. */
function mayBeClosed(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
