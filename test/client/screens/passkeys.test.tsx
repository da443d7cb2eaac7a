import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { logIn } from './user-actions.ts';

const PHONE = { id: 'aa', device: 'Chrome, Android', since: '2026-03-01T10:00:00Z', last_used: null };
const USED = { ...PHONE, id: 'bb', device: '', last_used: '2026-03-01T11:00:00Z' };
const CHALLENGE = { challenge: 'AAAA', rp_id: 'localhost' };
const OPTIONS = {
  rp: { id: 'localhost', name: 'Toy' },
  user: { id: 'AAAA', name: 'ada@example.org', displayName: 'ada@example.org' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 1000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};

const bytes = (): ArrayBuffer => Uint8Array.of(1, 2, 3).buffer;

/** A browser's passkey response, with dummy bytes. */
const CREDENTIAL = {
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  response: {
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes(),
  },
  getClientExtensionResults: () => ({}),
};

/** Adds passkey support and a screen lock to the test's DOM. */
function giveAuthenticator({ hasLock = true, stops = false } = {}): void {
  const answer = async () => {
    if (stops) throw new DOMException('The student closed it.', 'NotAllowedError');
    return CREDENTIAL;
  };
  const known = {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => hasLock,
    isConditionalMediationAvailable: async () => false,
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, known),
  );
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: answer, get: answer },
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  window.sessionStorage.clear();
});

function serverWith(passkeys: readonly object[], needs_password = false) {
  const server = createFakeServer({ statuses: ['started'] });
  server.answer('GET /api/passkeys', { status: 200, body: { passkeys, needs_password } });
  server.answer('POST /api/passkey-options', { status: 200, body: { options: OPTIONS } });
  server.answer('POST /public/passkey-challenge', { status: 200, body: CHALLENGE });
  return server;
}

async function openPasskeys(server: ReturnType<typeof serverWith>) {
  const app = await renderApp({ path: '/account', isSignedIn: true, server });
  const section = await screen.findByRole('group', { name: 'Passkeys' });
  return { ...app, section: within(section) };
}

describe('the passkeys of a student', () => {
  it('are listed with devices and last use', async () => {
    const { section } = await openPasskeys(serverWith([PHONE, USED]));
    const [phone, used] = section.getAllByRole('listitem');
    expect(phone?.textContent).toMatch(/Chrome, Android.*not used yet/);
    expect(used?.textContent).toMatch(/Unknown device.*last used Mar 1, 2026/);
  });

  it('can be added only in a browser that supports them', async () => {
    const { section } = await openPasskeys(serverWith([]));
    expect(section.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
    expect(section.getByText(/^This browser doesn't support passkeys/)).toBeDefined();
  });

  it('require the password later, with errors at its field', async () => {
    giveAuthenticator();
    const server = serverWith([PHONE], true);
    const message = "This isn't your current password.";
    server.answer('POST /api/passkey-options', {
      status: 422,
      body: { message, errors: { password: [message] } },
    });
    const { section, user } = await openPasskeys(server);
    await user.type(section.getByLabelText('Current password'), 'secret');
    await user.click(section.getByRole('button', { name: 'Add a Passkey' }));
    await section.findByText(message);
    expect(section.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(server.bodies('POST /api/passkey-options')).toEqual([{ password: 'secret' }]);
  });

  it('report a canceled browser dialog', async () => {
    giveAuthenticator({ stops: true });
    const { section, server, user } = await openPasskeys(serverWith([]));
    await user.click(section.getByRole('button', { name: 'Add a Passkey' }));
    expect((await section.findByRole('alert')).textContent).toBe(
      'The passkey was not added. Please try again.',
    );
    expect(server.calls()).not.toContain('POST /api/passkeys');
  });
});

describe('the log-in with a passkey', () => {
  it('is offered only if the browser supports it', async () => {
    await renderApp({ path: '/login' });
    await screen.findByRole('button', { name: 'Log In' });
    expect(screen.queryByRole('button', { name: 'Log In With a Passkey' })).toBeNull();
  });

  it('reports a canceled browser dialog; the password still works', async () => {
    giveAuthenticator({ stops: true });
    const { user } = await renderApp({ path: '/login', server: serverWith([]) });
    await user.click(await screen.findByRole('button', { name: 'Log In With a Passkey' }));
    expect(await screen.findAllByText(/^The passkey was not used/)).toHaveLength(2);
    await logIn(user);
    await screen.findByRole('button', { name: 'Account: ada' });
  });

  it('reports an unknown passkey', async () => {
    giveAuthenticator();
    const server = serverWith([]);
    const message = 'This passkey does not open an account here.';
    server.answer('POST /public/passkey-login', { status: 401, body: { message, unknown_passkey: true } });
    const { user, address } = await renderApp({ path: '/login', server });
    await user.click(await screen.findByRole('button', { name: 'Log In With a Passkey' }));
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(address()).toBe('/login');
  });
});

const offer = () => screen.queryByRole('region', { name: 'Passkey' });

describe('the offer of a passkey', () => {
  it('is shown after the first log-in on a device with a screen lock', async () => {
    giveAuthenticator();
    const server = serverWith([]);
    server.answer('POST /api/passkeys', { status: 200, body: { message: 'Your passkey is added.' } });
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server });
    await user.click(await screen.findByRole('button', { name: 'Add a Passkey' }));
    expect(await screen.findByText('Your passkey is added.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
  });

  it('is not shown on a device without one', async () => {
    giveAuthenticator({ hasLock: false });
    await renderApp({ path: '/one', isSignedIn: true, server: serverWith([]) });
    await screen.findByRole('heading', { level: 2, name: 'Hello!' });
    expect(offer()).toBeNull();
  });

  it('is hidden when declined, even after a reload', async () => {
    giveAuthenticator();
    const { user, unmount } = await renderApp({ path: '/one', isSignedIn: true, server: serverWith([]) });
    await user.click(await screen.findByRole('button', { name: 'Not Now' }));
    expect(offer()).toBeNull();
    expect(document.activeElement).toBe(document.getElementById('main'));
    unmount();
    await renderApp({ path: '/one', isSignedIn: true, server: serverWith([]) });
    await screen.findByRole('heading', { level: 2, name: 'Hello!' });
    expect(offer()).toBeNull();
  });
});
