import { describe, expect, test } from 'vitest';
import type { TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attackOneServer } from './attacked-server.ts';
import { askForReset, register, StudentClient } from './student-client.ts';

const MINUTE = 60_000;
const NEW = 'Brand-New-Word-3';

describe.each(testEngines)('guesses of a stranger, on $engine', ({ open }) => {
  let server: TestApp;
  let username: string;
  attackOneServer({ open, name: 'owner', pause: 25 * 60 * MINUTE }, (attacked) => {
    ({ server, username } = attacked);
  });

  let strangers = 0;
  const stranger = () => new StudentClient(server.app, `198.51.100.${(strangers += 1) % 250}`);
  const newDevice = () => new StudentClient(server.app, '203.0.113.7');
  const guess = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await stranger().logIn(username, 'Wrong-Password-1');
  };
  const forget = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1)
      await stranger().call('POST', '/public/forgot-password', { username });
    await server.runJobs();
  };
  const resetMails = () =>
    server.mails.filter(({ to, text }) => to === username && text.includes('/reset?')).length;

  test('do not block the reset mail', async () => {
    await register(server, username);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await guess(12);
      await forget(15);
      server.pass(15 * MINUTE);
    }
    server.pass(15 * MINUTE);
    const before = resetMails();
    const id = await askForReset(server, username, newDevice());
    expect(resetMails()).toBe(before + 1);
    const reset = { username, id, password: NEW };
    expect((await newDevice().call('POST', '/public/reset-password', reset)).status).toBe(200);
  });

  test('and reset requests for hours send one mail per half hour, with a valid link', async () => {
    await register(server, username);
    for (let minute = 0; minute < 3 * 60; minute += 5) {
      await forget(2);
      server.pass(5 * MINUTE);
    }
    expect(resetMails()).toBeGreaterThanOrEqual(6);
    expect(resetMails()).toBeLessThanOrEqual(6 + 10);
    const link = server.mails.findLast(({ to, text }) => to === username && text.includes('/reset?'));
    const id = new URL(/^http\S+$/m.exec(link?.text ?? '')?.[0] ?? '').searchParams.get('id');
    const reset = { username, id, password: NEW };
    expect((await newDevice().call('POST', '/public/reset-password', reset)).status).toBe(200);
  });

  test('do not block the browser of a reset, whose link logs nobody in', async () => {
    await register(server, username);
    await guess(45);
    const owner = newDevice();
    expect((await owner.logIn(username)).status).toBe(429);
    const id = await askForReset(server, username, owner);
    await owner.call('POST', '/public/reset-password', { username, id, password: NEW });
    expect((await owner.call('GET', '/api/profile')).status).toBe(401);
    await guess(45);
    expect((await newDevice().logIn(username, NEW)).status).toBe(429);
    expect((await owner.logIn(username, NEW)).status).toBe(200);
  });

  test('do not block the browser that confirmed the address', async () => {
    const owner = await register(server, username, newDevice());
    await guess(45);
    expect((await owner.logIn(username)).status).toBe(200);
  });
});
