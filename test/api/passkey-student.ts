import { expect } from 'vitest';
import type { PostPasskeyOptionsAnswer } from '#generated/api.ts';
import { ORIGIN, type TestApp } from '#test/server/test-app.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '#test/support/software-authenticator.ts';
import { type Answer, logIn, type StudentClient } from './student-client.ts';

type WithPasskey = {
  readonly username: string;
  /** The logged-in browser. */
  readonly ada: StudentClient;
  readonly device: SoftwareAuthenticator;
};

/** A logged-in student with a new passkey. */
export async function withPasskey(server: TestApp, username: string): Promise<WithPasskey> {
  const device = createSoftwareAuthenticator(ORIGIN);
  const ada = await logIn(server, username);
  expect(await addPasskey(ada, device)).toMatchObject({ status: 200 });
  return { username, ada, device };
}

/** The options for a new passkey. */
export async function optionsFor(
  student: StudentClient,
  password?: string,
): Promise<PostPasskeyOptionsAnswer['options']> {
  const { body } = await student.call('POST', '/api/passkey-options', password ? { password } : {});
  return Object(body['options']);
}

/** Adds the passkey of a device. */
export async function addPasskey(student: StudentClient, device: SoftwareAuthenticator): Promise<Answer> {
  return student.call('POST', '/api/passkeys', device.register(await optionsFor(student)));
}

/** The challenge of a log-in. */
export async function askChallenge(browser: StudentClient): Promise<{ readonly challenge: string }> {
  const { body } = await browser.call('POST', '/public/passkey-challenge');
  return { challenge: String(body['challenge']) };
}

/** Logs in with the passkey of a device. */
export async function logInWith(device: SoftwareAuthenticator, browser: StudentClient): Promise<Answer> {
  return browser.call('POST', '/public/passkey-login', device.logIn(await askChallenge(browser)));
}

/** The ids of a student's passkeys. */
export async function passkeysOf(student: StudentClient): Promise<readonly string[]> {
  const { passkeys } = (await student.call('GET', '/api/passkeys')).body;
  return Array.isArray(passkeys) ? passkeys.map(({ id }) => id) : [];
}
