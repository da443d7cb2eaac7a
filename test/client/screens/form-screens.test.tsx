import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { RequestError } from '#client/api/call.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { toyFiles, toyPartner } from './toy-form.ts';
import { errorTexts } from '#generated/texts.ts';
import { logIn } from './user-actions.ts';

/** Types an answer and leaves the control. */
async function answer(user: UserEvent, label: RegExp, text: string): Promise<void> {
  await user.type(await screen.findByLabelText(label), text);
  await user.tab();
}

describe('somebody not logged in', () => {
  it.each([
    ['with an answer is led to sign-up', 'Ada', '/signup'],
    ['without an answer can look around', '', '/two'],
  ])('%s by a step', async (_, text, path) => {
    const { user, address } = await renderApp({ path: '/one' });
    if (text !== '') await answer(user, /Given/, text);
    await user.click(await screen.findByRole('link', { name: /Page Two/ }));
    await waitFor(() => expect(address()).toBe(path));
  });
});

describe('a closing page', () => {
  it('saves what is being typed, and the browser warns', async () => {
    const { user, server } = await renderApp({ path: '/one', isSignedIn: true });
    await user.type(await screen.findByLabelText(/Given/), 'Ada');
    const event = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    await waitFor(() => expect(server.answers()).toEqual({ given: 'Ada' }));
  });
});

describe('a student', () => {
  it('is started, and returns to the last page', async () => {
    const server = createFakeServer({ lastPage: '/two' });
    const { address } = await renderApp({ path: '/', isSignedIn: true, server });
    await screen.findByRole('heading', { name: 'Page Two' });
    expect(address()).toBe('/two');
    expect(server.bodies('POST /api/web-status')).toEqual([{ web_status: 'started' }]);
    expect(screen.getByRole('link', { name: /Page Two/ }).getAttribute('aria-current')).toBe('page');
  });

  it('does not see "Saved" while typing', async () => {
    const { user, server } = await renderApp({ path: '/one', isSignedIn: true });
    await answer(user, /Given/, 'Ada');
    const state = screen.getByRole('status', { name: 'Save state' });
    await waitFor(() => expect(state.textContent).toBe('Saved'));
    await user.type(screen.getByRole('textbox', { name: /Given/ }), ' L');
    expect(state.textContent).toBe('Unsaved changes');
    await waitFor(() => expect(server.answers()).toEqual({ given: 'Ada L' }));
    await waitFor(() => expect(state.textContent).toBe('Saved'));
  });

  it('continues once saved, and the server records the page', async () => {
    const { user, server, address } = await renderApp({ path: '/one', isSignedIn: true });
    await answer(user, /Given/, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    const heading = await screen.findByRole('heading', { name: 'Page Two' });
    expect(address()).toBe('/two');
    expect(server.answers()).toEqual({ given: 'Ada' });
    expect(server.bodies('PUT /api/last-page')).toEqual([{ last_page: '/one' }, { last_page: '/two' }]);
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  });

  it('keeps what is typed when the session ends, for the same student', async () => {
    const server = createFakeServer();
    const { user, address } = await renderApp({ path: '/one', isSignedIn: true, server });
    await screen.findByLabelText(/Given/);
    server.answer('PUT /api/answer', { status: 401, body: { message: 'No session.' } });
    await answer(user, /Given/, 'Ada');
    const toast = await screen.findByRole('alert', { name: 'Log In Error' });
    expect(toast.textContent).toContain(
      'Your session is invalid. Please clear your cookies and login again.',
    );
    expect(address()).toBe('/login');

    server.mend('PUT /api/answer');
    await logIn(user);
    expect(await screen.findByLabelText(/Given/)).toHaveProperty('value', 'Ada');
    await waitFor(() => expect(server.answers()).toEqual({ given: 'Ada' }));
  });

  it('logs out after saving', async () => {
    const { user, server, address } = await renderApp({ path: '/one', isSignedIn: true });
    await answer(user, /Given/, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Account: Ada' }));
    const panel = await screen.findByRole('dialog', { name: 'Account' });
    expect(panel.textContent).toContain('ada@example.org');
    await user.click(within(panel).getByRole('button', { name: 'Log Out' }));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(address()).toBe('/login');
    expect(server.answers()).toEqual({ given: 'Ada' });
    expect(server.calls().at(-1)).toBe('GET /api/logout');
  });

  it('sees the completion page with name, receipt and time after submission', async () => {
    const { address } = await renderStudent('/one', {
      answers: { given: 'Ada', nickname: 'Countess' },
      statuses: ['started', 'validating', 'submitted'],
    });
    await screen.findByRole('heading', { name: 'Thank you, Countess!' });
    expect(address()).toBe('/completion');
    expect(screen.getByText('R1')).toBeDefined();
    // The zone is ahead of all others, so the local time differs.
    expect(screen.getByText('January 1, 2026 at 2:00 PM (Kiritimati time)')).toBeDefined();
    expect(screen.getByText(/ your time$/)).toBeDefined();
  });

  it('copies and shares the receipt, and reads when to expect a decision', async () => {
    const server = createFakeServer({
      answers: { motto: 'SP' },
      statuses: ['started', 'validating', 'submitted'],
    });
    const dates = [{ term: 'SP', label: 'Spring', ends: '2026-03-05T07:00:00.000Z', decision: '2026-05-01' }];
    const deadlines = {
      question: 'motto',
      timeZone: 'America/Denver',
      afterDeadline: 'accept',
      graceMinutes: 0,
      dates,
    } as const;
    const share = vi.fn<() => Promise<void>>(async () => {});
    vi.stubGlobal('navigator', Object.assign(navigator, { share }));
    const { user } = await renderApp({
      path: '/completion',
      partner: { ...toyPartner, deadlines },
      isSignedIn: true,
      server,
    });
    await screen.findByText('Expect to hear from us by May 1, 2026.');
    await user.click(screen.getByRole('button', { name: 'Copy receipt' }));
    await screen.findByText('Copied.');
    expect(await navigator.clipboard.readText()).toBe('R1');
    await user.click(screen.getByRole('button', { name: 'Share receipt' }));
    expect(share).toHaveBeenCalledWith({ text: 'I applied to Toy University. My receipt is R1.' });
    vi.unstubAllGlobals();
  });
});

describe('submitting', () => {
  it('lists missing answers until fixed, and ends on the completion page', async () => {
    const { user, server, address } = await renderApp({ path: '/two', isSignedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    const heading = await screen.findByRole('heading', { name: "We're missing some information!" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const links = screen.getAllByRole('link', { name: /^The / }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/one#given', '/two#motto']);
    expect(server.bodies('POST /api/web-status')).toContainEqual({ web_status: 'validating' });
    expect(server.bodies('POST /api/validations')).toHaveLength(1);
    expect(server.calls()).not.toContain('POST /api/submit');

    await answer(user, /Motto/, 'Onwards');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'The motto' })).toBeNull());
    await user.click(screen.getByRole('link', { name: 'The given' }));
    await answer(user, /Given/, 'Ada');
    await waitFor(() => expect(screen.queryByText("We're missing some information!")).toBeNull());
    const left = screen.getByRole('region', { name: "What's left" });
    expect(left.textContent).toMatch(/^Nothing is missing\./);
    const buttons = screen.getByRole('button', { name: 'Save & Continue' });
    expect(left.compareDocumentPosition(buttons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(within(left).getByRole('button', { name: 'Review and submit' }));
    await screen.findByRole('heading', { name: /^Nothing is missing/ });
    await user.click(screen.getByRole('button', { name: 'Submit' }));

    const toast = await screen.findByRole('status', { name: 'Success Notification' });
    expect(toast.textContent).toContain('Your application was successfully submitted.');
    expect(address()).toBe('/completion');
    expect(screen.getByText('R1')).toBeTruthy();
    expect(server.answers()).toEqual({ motto: 'Onwards', given: 'Ada' });
  });

  it('happens once on a double click', async () => {
    const answers = { given: 'Ada', motto: 'Onwards' };
    const { address, server } = await renderStudent('/two', { answers });
    const button = await screen.findByRole('button', { name: 'Submit' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(address()).toBe('/completion'));
    expect(server.calls().filter((call) => call === 'POST /api/submit')).toHaveLength(1);
  });

  it('continues if the error report cannot be sent', async () => {
    const answers = { given: 'Ada', motto: 'Onwards' };
    const server = createFakeServer({ answers, statuses: ['started', 'validating'] });
    server.answer('POST /api/validations', { status: 503, body: { message: 'Too busy.' } });
    const { user, address } = await renderApp({ path: '/one', isSignedIn: true, server });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await user.click(await screen.findByRole('button', { name: 'Save & Continue' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(address()).toBe('/completion'));
    expect(server.bodies('POST /api/validations')).toHaveLength(2);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  it("shows the server's errors in the same way", async () => {
    const server = createFakeServer({ answers: { given: 'Ada', motto: 'Onwards' }, statuses: ['started'] });
    server.answer('POST /api/submit', {
      status: 422,
      body: { message: 'Not complete.', errors: { given: ['This name is taken.'] } },
    });
    const { user, address } = await renderApp({ path: '/two', isSignedIn: true, server });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: "We're missing some information!" });
    expect(address()).toBe('/two');
    fireEvent.click(screen.getByRole('link', { name: 'The given' }));
    await screen.findByText('This name is taken.', { ignore: '.missing *' });
  });

  it('works on retry if the validators failed to load', async () => {
    const server = createFakeServer({ answers: { given: 'Ada', motto: 'Onwards' }, statuses: ['started'] });
    const connection = { isLost: true };
    const toy = toyFiles();
    const files: PartnerFiles = {
      ...toy,
      validator: async (name) => {
        if (connection.isLost) throw new RequestError('unreachable', errorTexts.unreachable.text);
        return toy.validator(name);
      },
    };
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user, address } = await renderApp({ path: '/two', isSignedIn: true, server, files });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unexpected Error' });
    expect(dialog.textContent).toContain(errorTexts.unreachable.text);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));

    connection.isLost = false;
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(address()).toBe('/completion'));
  });
});
