import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { strictCards, toyFiles } from './toy-form.ts';

const SESSION = { since: '2026-03-01T10:00:00Z', last_seen: '2026-03-01T11:00:00Z', is_this: false } as const;
const HERE = { ...SESSION, id: 'aa', device: 'Firefox, Windows', is_this: true };
const PHONE = { ...SESSION, id: 'bb', device: 'Safari, iPhone' };
const UNKNOWN = { ...SESSION, id: 'cc', device: '' };

async function openOwnAccount(
  sessions: readonly object[] = [HERE],
  answers: Answers = {},
  files: PartnerFiles = toyFiles(),
) {
  const server = createFakeServer({ statuses: ['started'], answers });
  server.answer('GET /api/sessions', { status: 200, body: { sessions } });
  const app = await renderApp({ path: '/account', isSignedIn: true, server, files });
  await screen.findByRole('heading', { level: 1, name: 'Your Account' });
  return { ...app, server };
}

const sessionsSection = () => screen.findByRole('group', { name: "Where You're Logged In" });

describe('the account of a student', () => {
  it('is opened from the menu, and leads back to the last page', async () => {
    const server = createFakeServer({ statuses: ['started'] });
    server.answer('GET /api/sessions', { status: 200, body: { sessions: [HERE] } });
    const { user, address } = await renderApp({ path: '/two', isSignedIn: true, server });
    await user.click(await screen.findByRole('button', { name: 'Account: ada' }));
    await user.click(await screen.findByRole('link', { name: 'Your Account' }));
    await screen.findByRole('heading', { level: 1, name: 'Your Account' });
    expect(address()).toBe('/account');
    await user.click(screen.getByRole('link', { name: 'Back to your application' }));
    await screen.findByRole('button', { name: 'Account: ada' });
    expect(address()).toBe('/two');
  });
});

describe('the sessions of a student', () => {
  it('are listed with devices; this one cannot be ended', async () => {
    await openOwnAccount([HERE, PHONE, UNKNOWN]);
    const [here, phone, unknown] = within(await sessionsSection()).getAllByRole('listitem');
    expect(here?.textContent).toContain('Firefox, Windows (this device)');
    expect(within(here ?? document.body).queryByRole('button')).toBeNull();
    expect(phone?.textContent).toContain('last used Mar 1, 2026');
    expect(unknown?.textContent).toContain('Unknown device');
  });

  it('are ended one by one', async () => {
    const { server, user } = await openOwnAccount([HERE, PHONE]);
    const button = await screen.findByRole('button', { name: 'Log out there: Safari, iPhone' });
    server.answer('GET /api/sessions', { status: 200, body: { sessions: [HERE] } });
    await user.click(button);
    expect(await screen.findByText("You're now logged in only here.")).toBeDefined();
    expect(server.calls()).toContain('DELETE /api/sessions/bb');
  });

  it('are ended together', async () => {
    const { server, user } = await openOwnAccount([HERE, PHONE, UNKNOWN]);
    const button = await screen.findByRole('button', { name: 'Log Out Everywhere Else' });
    server.answer('GET /api/sessions', { status: 200, body: { sessions: [HERE] } });
    await user.click(button);
    expect(await screen.findByText("You're now logged in only here.")).toBeDefined();
    expect(server.calls()).toContain('DELETE /api/sessions');
  });

  it('stay if the server cannot end them, with an error', async () => {
    const { server, user } = await openOwnAccount([HERE, PHONE]);
    server.answer('DELETE /api/sessions/bb', 'offline');
    await user.click(await screen.findByRole('button', { name: 'Log out there: Safari, iPhone' }));
    expect((await screen.findByRole('alert')).textContent).toContain("We can't reach the server.");
    expect(screen.getByRole('button', { name: 'Log out there: Safari, iPhone' })).toBeDefined();
  });
});

async function openAddress() {
  const opened = await openOwnAccount();
  const section = within(await screen.findByRole('group', { name: 'Email Address' }));
  await opened.user.type(section.getByLabelText('New email address'), 'new@example.org');
  await opened.user.type(section.getByLabelText('Current password'), 'secret');
  return { ...opened, section };
}

describe('the address of a student', () => {
  it.each([
    ['email', 'New email address'],
    ['password', 'Current password'],
  ])('shows an error at its field: %s', async (field, label) => {
    const { section, server, user } = await openAddress();
    const body = { message: 'This is wrong.', errors: { [field]: ['This is wrong.'] } };
    server.answer('POST /api/email', { status: 422, body });
    await user.click(section.getByRole('button', { name: 'Send a Code' }));
    await section.findByText('This is wrong.');
    expect(section.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(section.queryByLabelText('Code from the email')).toBeNull();
  });

  it('shows a planned change after the code, and cancels it', async () => {
    const { section, server, user } = await openAddress();
    server.answer('POST /api/email', { status: 200, body: { message: 'A code is on its way.' } });
    await user.click(section.getByRole('button', { name: 'Send a Code' }));
    await user.type(await section.findByLabelText('Code from the email'), '123456');
    const planned = { email: 'new@example.org', applies_at: '2026-03-04T12:00:00Z' };
    server.answer('POST /api/email-code', { status: 200, body: { message: 'Planned.' } });
    server.answer('GET /api/email-change', { status: 200, body: planned });
    await user.click(section.getByRole('button', { name: 'Change Address' }));
    await screen.findByText(/^Your email address changes to new@example.org on Mar 4, 2026/);
    server.answer('GET /api/email-change', { status: 200, body: { email: null, applies_at: null } });
    server.answer('DELETE /api/email-change', { status: 200, body: { message: 'It stays the same.' } });
    await user.click(screen.getByRole('button', { name: 'Keep My Current Address' }));
    await screen.findByText('It stays the same.');
    expect(screen.getByLabelText('New email address')).toBeDefined();
  });
});

describe('the password of a student', () => {
  it('easy to guess is marked in its checklist', async () => {
    const { user } = await openOwnAccount([HERE], {}, toyFiles(strictCards));
    const section = within(await screen.findByRole('group', { name: 'Password' }));
    await user.type(section.getByLabelText('New password'), 'Password-2026');
    await waitFor(() => {
      const lines = section.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(lines.at(-1)).toBe('not yet: is hard to guess');
    });
  });

  it.each([
    ['password', 'Current password'],
    ['new_password', 'New password'],
  ])('shows an error at its field: %s', async (field, label) => {
    const { server, user } = await openOwnAccount();
    const section = await screen.findByRole('group', { name: 'Password' });
    const body = { message: 'This is wrong.', errors: { [field]: ['This is wrong.'] } };
    server.answer('POST /api/password', { status: 422, body });
    for (const each of ['Current password', 'New password'])
      await user.type(within(section).getByLabelText(each), 'x');
    await user.click(within(section).getByRole('button', { name: 'Change Password' }));
    await within(section).findByText('This is wrong.');
    const control = within(section).getByLabelText(label);
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(control.getAttribute('aria-describedby')).toContain('-error');
  });
});

describe('the data of a student', () => {
  it('takes the password once the log-in was a while ago', async () => {
    const { user, server } = await openOwnAccount();
    const body = { message: 'Please enter your current password.' };
    server.answer('POST /api/own-data', { status: 422, body });
    const section = await screen.findByRole('group', { name: 'Your Data' });
    await user.click(within(section).getByRole('button', { name: 'Download Your Data' }));
    await within(section).findByText(body.message);
    await user.type(within(section).getByLabelText('Current password'), 'Violet-Tiger-42{Enter}');
    await waitFor(() => expect(server.bodies('POST /api/own-data')).toHaveLength(2));
    expect(server.bodies('POST /api/own-data')).toEqual([{}, { password: 'Violet-Tiger-42' }]);
  });

  it('can be deleted on request after submission, which can be withdrawn', async () => {
    const server = createFakeServer({ statuses: ['started', 'validating', 'submitted'] });
    server.answer('GET /api/sessions', { status: 200, body: { sessions: [HERE] } });
    const message = 'We have received your request.';
    server.answer('POST /api/delete-account', { status: 200, body: { message, deleted: false } });
    const { user, address } = await renderApp({ path: '/account', isSignedIn: true, server });
    const section = await screen.findByRole('group', { name: 'Delete Your Application' });
    expect(section.textContent).toContain('on file');
    await user.type(within(section).getByLabelText('Current password'), 'secret');
    const body = { asked_at: '2026-03-01T10:00:00Z' };
    server.answer('GET /api/delete-account', { status: 200, body });
    await user.click(within(section).getByRole('button', { name: 'Request Deletion' }));
    const pending = await screen.findByText(/^You requested deletion on Mar 1, 2026/);
    expect(address()).toBe('/account');
    server.answer('GET /api/delete-account', { status: 200, body: { asked_at: null } });
    await user.click(screen.getByRole('button', { name: 'Withdraw Request' }));
    expect(await screen.findByText('DELETE /api/delete-account done.')).toBeDefined();
    expect(pending.isConnected).toBe(false);
    expect(screen.getByRole('button', { name: 'Request Deletion' })).toBeDefined();
  });
});
