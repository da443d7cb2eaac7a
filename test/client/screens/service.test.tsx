// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printedCssString } from '#client/screens/service/ServiceScreen.tsx';
import { form, minorQuestions, page, question } from '#test/form/build-definition.ts';
import { createFakeServer, type Answer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles, toyForm } from './toy-form.ts';

const CALL = 'GET /service/tmp-pdf?service_token=abc';

const REVOKED = { status: 404, body: { message: 'Please ask for a new one.' } };

type Shown = { readonly answer?: object; readonly application?: object; readonly document_answer?: object };

/** A server that knows the token `abc`. */
function serverWith({ application, ...more }: Shown = {}) {
  const server = createFakeServer();
  const known = { username: 'ada@example.org', receipt: null, submitted_at: null, definition: null };
  server.answer(CALL, {
    status: 200,
    body: {
      answer: { given: 'Ada', nickname: 'Countess', motto: 'Onward' },
      add_another: {},
      document_answer: {},
      tabs: {},
      application: { ...known, ...application },
      ...more,
    },
  });
  return server;
}

/** Opens the link. */
const openLink = (shown?: Shown, files = toyFiles()) =>
  renderApp({ path: '/?service_token=abc', server: serverWith(shown), files });

const fonts = Object.getOwnPropertyDescriptor(document, 'fonts');

describe('a link with a service token', () => {
  // The test's DOM has no fonts.
  beforeEach(() => {
    Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } });
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    if (fonts) Object.defineProperty(document, 'fonts', fonts);
    else Reflect.deleteProperty(document, 'fonts');
  });

  it.each(['/', '/two', '/login', '/completion'])('shows the whole application at %s', async (path) => {
    const server = serverWith();
    const { screen } = await renderApp({ path: `${path}?service_token=abc`, server });
    expect(await screen.findByRole('heading', { level: 1, name: 'Countess' })).toBeTruthy();
    const pages = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(pages).toEqual(['Page One', 'Page Two']);
    expect(screen.getByText('Onward')).toBeTruthy();
    expect(server.calls()).toEqual([CALL]);
  });

  it('shows when its link expires', async () => {
    const { screen, server } = await openLink({ application: { valid_until: '2999-11-23T20:15:00.000Z' } });
    await screen.findByRole('heading', { level: 1, name: 'Countess' });
    const until = screen.getByText('This link works until').nextElementSibling;
    expect(until?.textContent).toMatch(/^November 2[34], 2999 at \d/);
    expect(server.calls()).toEqual([CALL]);
  });

  it('names files that were not scanned for malware', async () => {
    const { screen } = await openLink({ application: { unscanned: ['grades.pdf', 'essay.docx'] } });
    const label = await screen.findByText('Not scanned for malware');
    expect(label.nextElementSibling?.textContent).toBe('grades.pdf, essay.docx');
  });

  it('is emptied on expiry', async () => {
    const { screen, server } = await openLink({ application: { valid_until: '2026-03-01T12:00:00.200Z' } });
    await screen.findByRole('heading', { level: 1, name: 'Countess' });
    server.answer(CALL, REVOKED);
    expect(await screen.findByText(REVOKED.body.message)).toBeTruthy();
    expect(screen.queryByText('Onward')).toBeNull();
  });

  it('is emptied on return after it was revoked', async () => {
    const { screen, server } = await openLink({ application: { valid_until: '2999-11-23T20:15:00.000Z' } });
    await screen.findByRole('heading', { level: 1, name: 'Countess' });
    server.answer(CALL, REVOKED);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(REVOKED.body.message)).toBeTruthy();
    expect(screen.queryByText('Onward')).toBeNull();
  });

  it('has no header, steps and footer', async () => {
    const { screen } = await renderApp({
      path: '/?service_token=abc',
      server: serverWith(),
      isSignedIn: true,
    });
    await screen.findByRole('heading', { level: 1 });
    for (const role of ['button', 'link', 'navigation', 'contentinfo', 'textbox']) {
      expect(screen.queryAllByRole(role)).toEqual([]);
    }
  });

  it('moves its token from the URL to the history state', async () => {
    const { screen, address, navigationState } = await renderApp({
      path: '/one?service_token=abc&from=mail',
      server: serverWith(),
    });
    await screen.findByRole('heading', { level: 1 });
    expect(address()).toBe('/one?from=mail');
    cleanup();
    const again = await renderApp({ path: '/one', state: navigationState(), server: serverWith() });
    expect(await again.screen.findByRole('heading', { level: 1, name: 'Countess' })).toBeTruthy();
  });

  it('marks when it is rendered, and titles the document', async () => {
    const { screen } = await openLink();
    const heading = await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(heading.closest('[data-ready]')?.getAttribute('data-ready')).toBe('true'));
    expect(document.title).toBe(`${toyForm.title}: Countess`);
  });

  it('shows the full name that the form defines', async () => {
    const named = { ...toyForm, fullName: ['given', 'motto', 'nickname'] };
    const answer = { given: ' Ada ', motto: '', nickname: 'Byron' };
    const { screen } = await openLink({ answer }, { ...toyFiles(), form: async () => named });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Byron' })).toBeTruthy();
  });

  it('shows the address if there is no name', async () => {
    const { screen } = await openLink({ answer: {} });
    expect(await screen.findByRole('heading', { level: 1, name: 'ada@example.org' })).toBeTruthy();
    expect(screen.getByText('There are no answers yet.')).toBeTruthy();
  });

  it('shows whether and when it was submitted', async () => {
    const draft = await openLink();
    expect(await draft.screen.findByText('Not submitted, as of')).toBeTruthy();
    cleanup();
    const submitted = { receipt: 'R-1', submitted_at: '2026-02-03T12:00:00Z' };
    const { screen } = await openLink({ application: submitted });
    expect(await screen.findByText('February 3, 2026')).toBeTruthy();
    expect(screen.getByText('R-1')).toBeTruthy();
  });

  it('isolates direction marks in a name, on the page and in its title', async () => {
    const { screen } = await openLink({ answer: { nickname: 'Countess\u202e', motto: 'Onward\u202e' } });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Countess');
    expect(document.title).toMatch(/: Countess$/);
    expect(screen.getByText('Onward\u202e').getAttribute('dir')).toBe('auto');
  });

  it('shortens a long name in the margins', async () => {
    const name = 'Countess '.repeat(1000).trim();
    const { screen } = await openLink({ answer: { nickname: name } });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(name);
    const margin = document.documentElement.style.getPropertyValue('--print-applicant');
    expect(margin).toMatch(/^"Countess .*…"$/);
    expect(margin.length).toBeLessThan(100);
  });

  it('renders a submission with its own form', async () => {
    const questions = [question('given', { label: 'Name in 2020' }), ...minorQuestions];
    const former = form([page(questions, { title: 'Former' })]);
    const application = { submitted_at: '2020-02-03T12:00:00Z', definition: former };
    const answer = { given: 'Ada', motto: 'Onward', born: '2002-02-04', guardian: 'Annabella' };
    const { screen } = await openLink({ application, answer });
    expect(await screen.findByText('Name in 2020')).toBeTruthy();
    expect(screen.getByText('Annabella')).toBeTruthy();
    expect(screen.queryByText('Onward')).toBeNull();
  });

  it('leaves out a page that is hidden, even if an answer of it is still stored', async () => {
    const hidden = { not: { valueKey: 'given', operator: 'equals', target: 'Ada' } } as const;
    const guests = page([question('guest', { label: 'Guest', visibleWhen: hidden })], {
      id: 'guests',
      title: 'Guests',
    });
    const layout = [{ kind: 'section', id: 'guests', visibleWhen: hidden, children: guests.layout }] as const;
    const host = page([question('given', { label: 'Given Name' })], { id: 'host', title: 'Host' });
    const files = {
      ...toyFiles(),
      form: async () => form([host, { ...guests, visibleWhen: hidden, layout }]),
    };
    const pagesFor = async (given: string) => {
      const { screen } = await openLink({ answer: { given, guest: 'Charles' } }, files);
      await screen.findByText(given);
      const pages = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
      const isPrinted = screen.queryByText('Charles') !== null;
      cleanup();
      return { pages, isPrinted };
    };
    expect(await pagesFor('Ada')).toEqual({ pages: ['Host'], isPrinted: false });
    expect(await pagesFor('Mary')).toEqual({ pages: ['Host', 'Guests'], isPrinted: true });
  });

  it('shows that a document is attached', async () => {
    const essay = question('essay', { label: 'Essay', widget: 'file', summaryFormat: 'document' });
    const files = { ...toyFiles(), form: async () => form([page([essay])]) };
    const { screen } = await openLink({ document_answer: { essay: 'ANSWERED' } }, files);
    expect(await screen.findByText('Document attached for Essay')).toBeTruthy();
  });

  const message = "This link isn't valid anymore. Please get a new one.";
  it.each<[Answer, string]>([
    [{ status: 404, body: { message } }, message],
    ['offline', 'Something went wrong.'],
  ])('explains a failure: %o', async (answer, sentence) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = createFakeServer();
    server.answer(CALL, answer);
    const { screen } = await renderApp({ path: '/?service_token=abc', server });
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    const state = screen.getByRole('main').getAttribute('data-ready');
    expect(state).toBe(answer === 'offline' ? null : 'refused');
  });
});

describe('a text in the margin of a printed page', () => {
  it.each([
    ['Ada', '"Ada"'],
    ['"; } * { display: none', String.raw`"\22 ; } * { display: none"`],
    ['a\\b', String.raw`"a\5c b"`],
    ['a\nb\u0000', String.raw`"a\a b\0 "`],
    ['عائشة', '"عائشة"'],
  ])('%j is written as %s', (text, css) => {
    expect(printedCssString(text)).toBe(css);
  });
});
