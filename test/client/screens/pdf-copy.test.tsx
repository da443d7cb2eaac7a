import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

const LABEL = 'Error downloading PDF copy of your application.';
const COPY = { status: 'COMPLETED', url: '/api/pdf/copy', message: 'Your PDF copy is ready.' };
const WAITING = { ...COPY, status: 'IN_PROGRESS', url: null, message: 'Ready in about 2 minutes.' };

/** Clicks on download links, which are not followed. */
const downloads: string[] = [];
const noteDownload = (event: Event): void => {
  const link = event.target instanceof HTMLAnchorElement ? event.target : undefined;
  if (!link?.hasAttribute('download')) return;
  event.preventDefault();
  downloads.push(link.getAttribute('href') ?? '');
};

beforeEach(() => {
  downloads.length = 0;
  document.addEventListener('click', noteDownload);
});
afterEach(() => {
  document.removeEventListener('click', noteDownload);
  vi.useRealTimers();
});

describe('the PDF copy in the account popover', () => {
  it('is requested, prepared, announced and downloaded', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    server.answer('GET /api/pdf', { status: 200, body: WAITING });
    const estimate = Promise.withResolvers<void>();
    const fetch: typeof server.fetch = async (url, init) => {
      if (url === '/api/pdf') await estimate.promise;
      return server.fetch(url, init);
    };
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server: { ...server, fetch } });
    const panel = await openAccount(user);
    const button = await within(panel).findByRole('button', { name: 'Download PDF Copy' });
    expect(polls(server)).toBe(0);

    await user.click(button);
    await within(panel).findByRole('button', { name: 'Preparing PDF Copy' });
    expect(within(panel).getByRole('status').textContent).toBe('');
    estimate.resolve();
    expect(await within(panel).findByText('Ready in about 2 minutes.')).toBeDefined();
    server.answer('GET /api/pdf', { status: 200, body: COPY });
    const link = await within(panel).findByRole('link', { name: 'Download PDF Copy' });
    expect(link.getAttribute('href')).toBe('/api/pdf/copy');
    expect(downloads).toEqual(['/api/pdf/copy']);
    expect(document.activeElement).toBe(link);
    expect(within(panel).getByRole('status').textContent).toBe('Your PDF copy is ready.');
  });

  it('reports a failure, and can be retried', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    const body = { ...COPY, status: 'FAILED', url: null, message: 'No.' };
    server.answer('GET /api/pdf', { status: 200, body });
    const { user, panel } = await requestCopy(server);
    const again = await within(panel).findByRole('button', { name: 'Try PDF Copy Again' });
    // The popover hides the page from the accessibility tree.
    const toast = await screen.findByRole('alert', { name: LABEL, hidden: true });
    expect(within(toast).getByText('No.')).toBeDefined();

    server.mend('GET /api/pdf');
    await user.click(again);
    expect(await within(panel).findByRole('link', { name: 'Download PDF Copy' })).toBeDefined();
  });

  it('is retried once a busy server allows it', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    const headers = { 'retry-after': '1' };
    server.answer('GET /api/pdf', { status: 503, body: { message: 'Busy.' }, headers });
    const { panel } = await requestCopy(server);
    await within(panel).findByRole('button', { name: 'Preparing PDF Copy' });
    await vi.waitFor(() => expect(polls(server)).toBe(1));
    server.mend('GET /api/pdf');
    expect(
      await within(panel).findByRole('link', { name: 'Download PDF Copy' }, { timeout: 10_000 }),
    ).toBeDefined();
    expect(screen.queryByRole('alert', { name: LABEL, hidden: true })).toBeNull();
  });

  it('explains that there are no answers yet', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    const message = 'There are no answers yet.';
    server.answer('GET /api/pdf', { status: 200, body: { status: 'NOT_ANSWERED', url: null, message } });
    const { panel } = await requestCopy(server);
    expect(await within(panel).findByText(message)).toBeDefined();
  });

  it('is not offered to a visitor', async () => {
    const { user } = await renderApp({ path: '/one' });
    await user.click(await screen.findByRole('button', { name: 'Account: Sign In' }));
    const panel = await screen.findByRole('dialog', { name: 'Account' });
    expect(within(panel).queryByText(/PDF/)).toBeNull();
  });
});

describe('the PDF copy on the completion page', () => {
  it('is prepared at once, polled every second, then every ten minutes', async () => {
    const server = createFakeServer({ statuses: ['started', 'validating', 'submitted'] });
    server.answer('GET /api/pdf', { status: 200, body: WAITING });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp({ path: '/completion', isSignedIn: true, server });
    await screen.findByRole('button', { name: 'Preparing PDF Copy' });
    const before = polls(server);
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(polls(server) - before).toBeGreaterThanOrEqual(3);

    server.answer('GET /api/pdf', { status: 200, body: COPY });
    // A poll can have just run.
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('link', { name: 'Download PDF Copy' })).toBeDefined();
    const ready = polls(server);
    await act(() => vi.advanceTimersByTimeAsync(590_000));
    expect(polls(server)).toBe(ready);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(polls(server)).toBe(ready + 1);
    // No button was pressed.
    expect(downloads).toEqual([]);
  });
});

type User = Awaited<ReturnType<typeof renderApp>>['user'];

async function openAccount(user: User): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Account: ada' }));
  return screen.findByRole('dialog', { name: 'Account' });
}

/** Requests the copy in the account popover. */
async function requestCopy(server: ReturnType<typeof createFakeServer>) {
  const { user } = await renderApp({ path: '/one', isSignedIn: true, server });
  const panel = await openAccount(user);
  await user.click(await within(panel).findByRole('button', { name: 'Download PDF Copy' }));
  return { user, panel };
}

function polls(server: ReturnType<typeof createFakeServer>): number {
  return server.bodies('GET /api/pdf').length;
}
