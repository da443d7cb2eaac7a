import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

const MARK = 'From last year: please check';
const SUBMITTED = ['started', 'validating', 'submitted'];
const REFUSED = { status: 503, body: { message: 'Try later.' } };
const past = [{ cycle: '2026–27', receipt: 'R0', submitted_at: '2026-01-01T12:00:00Z' }];

const described = (name: RegExp, description: string) => screen.findByRole('textbox', { name, description });

describe('answers from last year', () => {
  it('are marked in their descriptions until changed, also by an unsaved change', async () => {
    const answers = { given: 'Ada', nickname: 'Countess', motto: 'Onward' };
    const carried = Object.keys(answers);
    const server = createFakeServer({ answers, carried, statuses: ['started'] });
    const opened = { path: '/one', isSignedIn: true, server };
    const { user, browser, unmount } = await renderApp(opened);
    const notice = await screen.findByRole('region', { name: 'Answers from last year' });
    expect(within(notice).getByText(/^2 answers on this page/)).toBeTruthy();
    server.answer('PUT /api/answer', 'offline');
    await user.type(await described(/Given/, MARK), ' L{Tab}');
    await described(/Given/, '');
    expect(within(notice).getByText(/^1 answer on this page/)).toBeTruthy();
    await waitFor(() => expect(server.calls()).toContain('PUT /api/answer'));
    unmount();
    await renderApp({ ...opened, browser });
    expect(await described(/Given/, '')).toHaveProperty('value', 'Ada L');
    expect(await described(/Nickname/, MARK)).toBeTruthy();
  });
});

describe('a new cycle', () => {
  const opened: unknown[] = [];
  beforeEach(() => {
    opened.length = 0;
    vi.spyOn(window.location, 'assign').mockImplementation((url) => void opened.push(url));
  });

  it('reports a failure', async () => {
    const { user, server } = await openCompletion();
    server.answer('POST /api/next-application', REFUSED);
    await user.click(screen.getByRole('button', { name: 'Start a new application' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Try later.');
    expect(opened).toEqual([]);
  });

  it('opens the form if only the response was lost', async () => {
    const { user, server } = await openCompletion();
    server.answer('POST /api/next-application', REFUSED);
    server.startNext();
    await user.click(screen.getByRole('button', { name: 'Start a new application' }));
    await waitFor(() => expect(opened).toEqual(['/']));
  });

  it.each([
    ['2027-08-01T06:00:00Z', 'You can start on August 1, 2027.'],
    ['2025-08-01T06:00:00Z', "You can't start a new application right now."],
    [null, "You can't start a new application right now."],
  ])('that opens at %s has no button', async (opens, text) => {
    await openCompletion({ opens, is_open: false });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start a new application' })).toBeNull();
  });

  it.each(['/completion', '/account'])(
    'lists earlier applications with their PDF copies at %s',
    async (path) => {
      const server = createFakeServer({ statuses: SUBMITTED, cycles: { past_applications: past } });
      const url = '/api/pdf/copy?cycle=2026';
      server.answer('GET /api/pdf?cycle=2026%E2%80%9327', {
        status: 200,
        body: { status: 'COMPLETED', url, message: 'Ready.' },
      });
      const { user } = await renderApp({ path, isSignedIn: true, server });
      const heading = await screen.findByRole('heading', { name: 'Earlier Applications' });
      await user.click(heading);
      expect(screen.getByText(/^January 2, 2026/)).toBeTruthy();
      expect(screen.getByText('R0')).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Download PDF Copy 2026–27' }));
      const link = await screen.findByRole('link', { name: 'Download PDF Copy 2026–27' });
      expect(link.getAttribute('href')).toBe(url);
    },
  );
});

async function openCompletion(next: { readonly opens?: string | null; readonly is_open?: boolean } = {}) {
  const next_cycle = { name: '2028–29', opens: null, is_open: true, ...next };
  const server = createFakeServer({ statuses: SUBMITTED, cycles: { cycle: '2027–28', next_cycle } });
  const app = await renderApp({ path: '/completion', isSignedIn: true, server });
  await screen.findByRole('heading', { name: 'Apply for 2028–29' });
  return { ...app, server };
}
