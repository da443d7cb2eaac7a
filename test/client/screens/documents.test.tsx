import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { logOut } from './outage.ts';
import { attach, box, files, openPage, serverInWest, thesis } from './open-attachable.ts';
import { renderApp } from './render-app.tsx';

/** Not in the summary of what is missing. */
const AT_QUESTION = { ignore: '.missing *' };

const saved = (server: ReturnType<typeof createFakeServer>) => server.bodies('PUT /api/answer');

describe('a document on a page', () => {
  it('is shown on open, and answers its question without a save', async () => {
    const server = serverInWest();
    server.documents.put('card', { ...thesis, file_name: 'card.pdf' });
    const { user } = await openPage(server);
    await within(box('Card')).findByText('2 pages');
    await user.click(within(box('Card')).getByRole('button', { name: 'Delete file' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete file' }));
    await within(box('Card')).findByText('The file was deleted.');
    expect(server.calls()).toContain('DELETE /api/pdf/document-answer/card');
    expect(saved(server)).toEqual([]);
  });

  it('comes back with its hidden question', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    const { user } = await openPage(server);
    await within(box('Card')).findByText('2 pages');
    const wants = screen.getByRole('textbox', { name: 'Wants' });
    await user.clear(wants);
    await user.tab();
    expect(screen.queryByRole('group', { name: 'Card' })).toBeNull();
    expect(screen.getByRole('status', { name: 'Cleared answers' }).textContent).toBe('');
    await user.type(wants, 'card{Tab}');
    await within(box('Card')).findByText('2 pages');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls()).toContain('POST /api/submit'));
    expect(
      saved(server)
        .map((body) => JSON.stringify(body))
        .join(),
    ).not.toContain('ANSWERED');
  });

  it('replaced elsewhere is shown before it is submitted', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    const { user } = await openPage(server);
    await within(box('Card')).findByText('2 pages');
    server.documents.put('card', { ...thesis, file_name: 'other.pdf' });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Please check your application' }));
    await user.click(dialog.getByRole('button'));
    await within(box('Card')).findByText(/other\.pdf/);
    expect(server.calls()).not.toContain('POST /api/submit');
  });

  it.each([
    ['upload', true],
    ['conversion', false],
  ])('in %s blocks submission, but is not missing; the browser warns on leave: %s', async (how, warns) => {
    const { server, user } = await openPage();
    if (how === 'upload') server.documents.hold();
    attach('Card');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Please wait until the file upload has completed.', AT_QUESTION);
    expect(screen.queryByText('card: required')).toBeNull();
    expect(server.calls()).not.toContain('POST /api/submit');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(!warns);
  });

  it('is dropped by a log-out during its upload only after confirmation', async () => {
    const { server, user } = await openPage();
    server.documents.hold();
    attach('Card');
    await logOut({ user, screen });
    const dialog = await screen.findByRole('dialog', { name: 'Log out and lose unsaved answers?' });
    expect(dialog.textContent).toContain('Please wait until the file upload has completed.');
    expect(server.calls()).not.toContain('GET /api/logout');
  });

  it('shows what it waits for on the server', async () => {
    const server = serverInWest();
    const message = 'Your file waits to be checked for viruses.';
    server.documents.put('card', { ...thesis, status: { status: 'UNPROCESSED', message } });
    await openPage(server);
    expect(await within(box('Card')).findByText(message)).toBeDefined();
  });

  it('whose status is late after a page load is no change elsewhere', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    server.documents.put('paper', thesis);
    const late = Promise.withResolvers<void>();
    const fetch: typeof server.fetch = async (path, init) => {
      if (typeof path === 'string' && path.includes('/pdf/document-answer')) await late.promise;
      return server.fetch(path, init);
    };
    const { user } = await openPage({ ...server, fetch });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    late.resolve();
    await waitFor(() => expect(server.calls()).toContain('POST /api/submit'));
  });

  it('in conversion at submit is refused at its question', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    const { user } = await openPage(server);
    attach('Paper');
    const errors = { paper: ['Please wait until it is converted.'] };
    server.answer('POST /api/submit', { status: 422, body: { message: 'Not complete.', errors } });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const summary = await screen.findByRole('region', { name: "We're missing some information!" });
    expect(within(summary).getByRole('link', { name: 'The paper' })).toBeDefined();
    expect(screen.getByText('Please wait until it is converted.', AT_QUESTION)).toBeDefined();
  });

  it('is not loaded for visitors', async () => {
    const server = createFakeServer();
    await renderApp({ path: '/one', server, files });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Wants' }), 'card{Tab}');
    expect(box('Card').textContent).toBe('This question can be finished once you have created an account.');
    expect(server.calls()).not.toContain('GET /api/document-answer');
  });
});
