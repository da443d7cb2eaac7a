import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

afterEach(() => void vi.restoreAllMocks());

/** The account of a student, whose application may be held back because of the date of birth in it. */
async function openAccount(held?: { readonly may_confirm: boolean }) {
  const server = createFakeServer({
    statuses: ['started'],
    ...(held && { held: { question: 'born', ...held } }),
  });
  server.answer('GET /api/sessions', { status: 200, body: { sessions: [] } });
  const app = await renderApp({ path: '/account', isSignedIn: true, server });
  await screen.findByRole('region', { name: 'Your Data' });
  return { ...app, server };
}

const section = () => screen.findByRole('region', { name: 'Your Date of Birth' });

async function confirm(date: string, answer: { readonly status: number; readonly body: object }) {
  const { server, user } = await openAccount({ may_confirm: true });
  server.answer('POST /api/confirm-age', answer);
  const opened = vi.spyOn(window.location, 'assign').mockReturnValue();
  const held = within(await section());
  await user.type(held.getByLabelText('Date of birth'), date);
  await user.click(held.getByRole('button', { name: 'This Is My Date of Birth' }));
  return { held, server, opened };
}

describe('an application that is held back for its age', () => {
  it('says why in the account, and no other does', async () => {
    await openAccount();
    expect(screen.queryByRole('region', { name: 'Your Date of Birth' })).toBeNull();
  });

  it('opens anew once the date is confirmed', async () => {
    const { server, opened } = await confirm('2006-05-04', { status: 200, body: { message: 'Thank you.' } });
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('/'));
    expect(server.bodies('POST /api/confirm-age')).toEqual([{ date: '2006-05-04' }]);
  });

  it('stays held where the date is not that of the application, and says so at the field', async () => {
    const message = 'This is not the date of birth in your application.';
    const body = { message, errors: { date: [message] } };
    const { held, opened } = await confirm('2006-05-05', { status: 422, body });
    await held.findByText(message);
    expect(held.getByLabelText('Date of birth').getAttribute('aria-invalid')).toBe('true');
    expect(opened).not.toHaveBeenCalled();
  });

  it('names whom to write to where the student cannot mend it any more', async () => {
    await openAccount({ may_confirm: false });
    const held = within(await section());
    expect(held.queryByLabelText('Date of birth')).toBeNull();
    expect(held.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/);
  });
});
