import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { attach, files, serverInWest } from './open-attachable.ts';
import { renderApp } from './render-app.tsx';
import { logIn, logOut } from './user-actions.ts';

const OVER = {
  status: 401,
  body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
};

/** A server that holds the response to a call. */
function holding(server: FakeServer, held: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fetch: FakeServer['fetch'] = async (path, init) => {
    const answer = await server.fetch(path, init);
    if (typeof path === 'string' && `${init?.method} ${path}` === held) await released;
    return answer;
  };
  return { server: { ...server, fetch }, release };
}

/** Logs out while a file is being sent. */
async function logOutAnyway(user: UserEvent): Promise<void> {
  await logOut(user);
  const dialog = await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
  await user.click(within(dialog).getByRole('button', { name: 'Log Out' }));
}

describe('a late response', () => {
  it('to an upload during a log-out is not a session error', async () => {
    const { server, release } = holding(serverInWest(), 'GET /api/logout');
    server.documents.hold();
    const { address, user, navigationState } = await renderApp({
      path: '/one',
      isSignedIn: true,
      server,
      files,
    });
    await screen.findByRole('tab', { name: 'East' });
    attach('Card');
    await waitFor(() => expect(server.documents.uploads).toHaveLength(1));
    await logOutAnyway(user);
    await waitFor(() => expect(server.calls()).toContain('GET /api/logout'));
    server.answer('POST /api/pdf/document-answer/card', OVER);
    await act(async () => server.documents.uploads[0]?.arrive());
    expect(address()).toBe('/one');
    await act(async () => release());
    await screen.findByRole('heading', { name: 'Log In' });
    expect(navigationState()).toEqual({ loggedOut: "You're logged out." });
  });

  it('to a call of an earlier session does not end the next one', async () => {
    const first = createFakeServer({ statuses: ['started'], answers: { wants: 'card' } });
    const { server, release } = holding(first, 'POST /api/pdf/document-answer/card');
    const { address, user } = await renderApp({ path: '/one', isSignedIn: true, server, files });
    await screen.findByRole('tab', { name: 'East' });
    server.answer('POST /api/pdf/document-answer/card', OVER);
    attach('Card');
    await waitFor(() => expect(server.calls()).toContain('POST /api/pdf/document-answer/card'));
    await logOutAnyway(user);
    await screen.findByRole('heading', { name: 'Log In' });
    await logIn(user);
    await screen.findByRole('tab', { name: 'East' });
    await act(async () => release());
    expect(address()).toBe('/one');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
