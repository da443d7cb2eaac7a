import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { form, page, question } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { filesOf } from './toy-form.ts';

const MARK = 'From last year: please check';
const SUBMITTED = ['started', 'validating', 'submitted'];
const answers = { given: 'Ada', month: '5', year: '2027', motto: 'Onward' };

/** Two pages; the second question of the first page has two parts. */
const definition = form([
  page(
    [
      question('given', { label: 'Given' }),
      question('month', { label: 'Month', widget: 'monthYear', parts: ['year'] }),
      question('year', { label: 'Year', partOf: 'month' }),
      question('nickname', { label: 'Nickname' }),
    ],
    { id: 'one', title: 'Page One' },
  ),
  page([question('motto', { label: 'Motto' })], { id: 'two', title: 'Page Two' }),
]);

async function openCarried(path: string) {
  const server = createFakeServer({ answers, carried: Object.keys(answers), statuses: ['started'] });
  const app = await renderApp({ path, isSignedIn: true, server, files: filesOf(definition) });
  return { ...app, server };
}

const described = (name: RegExp, role = 'textbox') => screen.findByRole(role, { name, description: MARK });
const month = () => screen.findByRole('group', { name: 'Month' });
const notice = () => screen.findByRole('region', { name: 'Answers from last year' });

describe('an answer of the last application', () => {
  it('is marked in its description until the student changes it', async () => {
    const { user } = await openCarried('/one');
    await described(/Given/);
    expect(screen.getByRole('textbox', { name: /Nickname/ }).getAttribute('aria-describedby')).toBeNull();
    expect(within(await notice()).getByText(/^2 answers on this page/)).toBeTruthy();
    await user.type(screen.getByLabelText(/Given/), 'line');
    await user.tab();
    expect(screen.getByRole('textbox', { name: /Given/, description: '' })).toBeTruthy();
    expect(within(await notice()).getByText(/^1 answer on this page/)).toBeTruthy();
  });

  it('is checked once a part of it changes, also after a reload', async () => {
    const { user, server, unmount } = await openCarried('/one');
    expect((await month()).getAttribute('aria-describedby')).toBe('carried-month');
    await user.selectOptions(screen.getByRole('combobox', { name: /Year/ }), '');
    expect(document.querySelector('#carried-month')).toBeNull();
    server.saveElsewhere({ year: '2028' });
    unmount();
    await renderApp({ path: '/one', isSignedIn: true, server, files: filesOf(definition) });
    expect((await month()).getAttribute('aria-describedby')).toBeNull();
  });

  it('stays marked with an unsaved change to another answer', async () => {
    const { user, server, unmount, browser } = await openCarried('/one');
    server.answer('PUT /api/answer', 'offline');
    await user.type(await described(/Given/), ' L');
    await user.tab();
    await waitFor(() => expect(server.calls()).toContain('PUT /api/answer'));
    unmount();
    await renderApp({ path: '/one', isSignedIn: true, server, files: filesOf(definition), browser });
    const given = await screen.findByRole('textbox', { name: /Given/, description: '' });
    expect(given).toHaveProperty('value', 'Ada L');
    expect((await month()).getAttribute('aria-describedby')).toBe('carried-month');
    expect(within(await notice()).getByText(/^1 answer on this page/)).toBeTruthy();
  });

  it('is confirmed with its page, and saved again', async () => {
    const { user, server } = await openCarried('/one');
    await user.click(await screen.findByRole('button', { name: 'These are all correct' }));
    expect(screen.getByRole('textbox', { name: /Given/, description: '' })).toBeTruthy();
    expect(within(await notice()).getByRole('status').textContent).toBe(
      "You've checked all answers from last year on this page.",
    );
    expect(document.activeElement?.id).toBe('main');
    const { motto: _motto, ...onPage } = answers;
    await waitFor(() => expect(server.bodies('PUT /api/answer')).toMatchObject([{ answer: onPage }]));
    await user.click(screen.getByRole('link', { name: /Page Two/ }));
    expect(await described(/Motto/)).toBeTruthy();
  });

  it('keeps its mark when another answer changes elsewhere', async () => {
    const { user, server } = await openCarried('/one');
    server.saveElsewhere({ motto: 'Other' });
    await user.type(await screen.findByLabelText(/Nickname/), 'Countess');
    await user.tab();
    await waitFor(() => expect(server.answers()).toMatchObject({ nickname: 'Countess' }));
    await user.click(screen.getByRole('link', { name: /Page Two/ }));
    expect(await screen.findByRole('textbox', { name: /Motto/, description: '' })).toHaveProperty(
      'value',
      'Other',
    );
    await user.click(screen.getByRole('link', { name: /Page One/ }));
    expect(await described(/Given/)).toBeTruthy();
  });

  it('is listed by page in the review, and prevents no submission', async () => {
    const { user, server, address } = await openCarried('/review');
    const list = await notice();
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Page One 2 to check', 'Page Two 1 to check']);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(address()).toBe('/completion'));
    expect(server.calls()).toContain('POST /api/submit');
  });
});

const REFUSED = { status: 503, body: { message: 'Try later.' } };
const past = [{ cycle: '2026–27', receipt: 'R0', submitted_at: '2026-01-01T12:00:00Z' }];

describe('a new cycle', () => {
  const opened: unknown[] = [];
  beforeEach(() => {
    opened.length = 0;
    vi.spyOn(window.location, 'assign').mockImplementation((url) => void opened.push(url));
  });

  it('starts a new application, and opens its form', async () => {
    const { user, server } = await openCompletion();
    expect(screen.getByText(/Your 2027–28 application stays as you submitted it\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start a new application' }));
    await waitFor(() => expect(opened).toEqual(['/']));
    expect(server.calls()).toContain('POST /api/next-application');
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
      server.answer('GET /api/sessions', { status: 200, body: { sessions: [] } });
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
