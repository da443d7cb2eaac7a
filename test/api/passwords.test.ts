import { describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { askForReset, register, StudentClient } from './student-client.ts';

/** The same text: é as one character, and as an e with its accent. */
const COMPOSED = 'Caf\u00e9-Sidewalk-73';
const DECOMPOSED = 'Cafe\u0301-Sidewalk-73';

describe.each(testEngines)('a password on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });

  const anybody = (): StudentClient => new StudentClient(server.app);
  const logIn = async (username: string, password: string) =>
    (await anybody().logIn(username, password)).status;
  const changeTo = async (username: string, password: string) => {
    const id = await askForReset(server, username);
    return anybody().call('POST', '/public/reset-password', { username, id, password });
  };

  test.each([
    ['Elizabeth_1999!', 422],
    ['Q1w2e3r4t5y6!', 422],
    ['7#%&*()_+=-{}[]:;<>Qz', 200],
  ])('%s returns %i at sign-up and reset', async (password, status) => {
    const username = `chooses${status}${password.length}@example.org`;
    const signup = await anybody().call('POST', '/public/signup', { username, password });
    await register(server, username);
    const reset = await changeTo(username, password);
    expect([signup.status, reset.status]).toEqual([status, status]);
  });

  test.each([
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
  ])('matches in any Unicode form', async (chosen, typed) => {
    const username = `${chosen.length}@example.org`;
    await register(server, username);
    expect((await changeTo(username, chosen)).status).toBe(200);
    expect([await logIn(username, typed), await logIn(username, chosen)]).toEqual([200, 200]);
  });

  test('is counted in characters as read', async () => {
    // Twelve code points, eleven characters.
    const password = 'Ame\u0301lie-Qx7k';
    const username = 'short@example.org';
    const { status, body } = await anybody().call('POST', '/public/signup', { username, password });
    expect([status, body['message']]).toEqual([422, expect.stringContaining('minLength')]);
  });
});
