import { once } from 'node:events';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import type { Storage } from '#server/database/database.ts';
import { dropRefused, createSendMail, type PostMail } from '#server/mail/send-mail.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { PASSWORD, StudentClient } from '#test/api/student-client.ts';
import { readCode } from '#test/support/mailbox.ts';
import { createTestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';

const USERNAME = 'ada@example.org';

const USUAL = { refuses: false, status: 451, dies: false, answersAfterMs: 0, greetsAfterMs: 0 };

function settingsAt(port: number) {
  return { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Office <apply@example.edu>', dataDir: '' };
}

/** Starts a local mail server; it refuses every address with `status` if it `refuses`. */
async function startMailServer(changed: Partial<typeof USUAL> = {}, on?: number) {
  const received: string[] = [];
  const state = { ...USUAL, ...changed };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => void setTimeout(done, state.greetsAfterMs),
    onRcptTo(_address, _session, done) {
      const refused = Object.assign(new Error('Not now'), { responseCode: state.status });
      done(state.refuses ? refused : undefined);
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString());
        // The mail is stored without an acknowledgement.
        if (state.dies) for (const connection of server.connections) connection.close();
        else setTimeout(done, state.answersAfterMs);
      });
    },
  });
  const port = on ?? (await freePort());
  server.listen(port, '127.0.0.1');
  const close = async (): Promise<void> => {
    server.close();
    await once(server.server, 'close');
  };
  return { server: server.server, settings: settingsAt(port), received, state, close };
}

/** Sends mails, and lists the reasons of failures. */
function watchFailures(sendMail: PostMail) {
  const reasons: unknown[] = [];
  const watched: PostMail = async (mail, posting) => {
    try {
      await sendMail(mail, posting);
    } catch (error) {
      reasons.push(error instanceof Error && 'responseCode' in error ? error.responseCode : 'no answer');
      throw error;
    }
  };
  return { sendMail: watched, reasons };
}

/** Returns a read of a value, for polls, that makes retries due at once. */
const skippingWaits =
  <Value>({ db }: Storage, read: () => Value) =>
  async (): Promise<Value> => {
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
    return read();
  };

describe.each(testEngines)('while the mail server is unavailable, on $engine', ({ open }) => {
  test('a sign-up succeeds, and its mail is sent once when the server is back', async () => {
    const storage = await open();
    const port = await freePort();
    const { sendMail, reasons } = watchFailures(createSendMail(settingsAt(port)));
    const jobs = await startJobs(storage, () => undefined);
    const app = await createTestApp({ storage, jobs, sendMail });
    const student = new StudentClient(app.app);
    const signUp = await student.call('POST', '/public/signup', { username: USERNAME, password: PASSWORD });
    expect(signUp.status).toBe(200);
    await expect.poll(() => reasons).toEqual(['no answer']);

    const mailServer = await startMailServer({ refuses: true }, port);
    await expect.poll(skippingWaits(storage, () => reasons)).toEqual(['no answer', 451]);
    app.pass(3_600_000);
    mailServer.state.refuses = false;
    await expect.poll(skippingWaits(storage, () => mailServer.received.length)).toBe(1);
    await jobs.stop();
    expect(mailServer.received).toHaveLength(1);
    const code = readCode(await PostalMime.parse(mailServer.received[0] ?? ''));
    const confirmed = await student.call('POST', '/public/confirm', { username: USERNAME, code });
    expect(confirmed.status).toBe(200);
    await mailServer.close();
    await app.close();
  });
});

describe.each(testEngines)('a mail with unknown delivery, on $engine', ({ open }) => {
  test.each([
    ['the code of a sign-up', 'signup', /^(\d{6})$/m, '/public/confirm', 'code'],
    ['a reset link', 'forgot', /[?&]id=([\w-]+)/, '/public/reset-password', 'id'],
  ] as const)('%s is sent again under the same Message-ID, and both work', async (...row) => {
    const [, kind, secret, call, name] = row;
    const storage = await open();
    const { settings, received, state, close } = await startMailServer();
    const jobs = await startJobs(storage, () => {
      state.dies = false;
    });
    const app = await createTestApp({ storage, jobs, sendMail: createSendMail(settings) });
    const student = new StudentClient(app.app);
    await student.call('POST', '/public/signup', { username: USERNAME, password: PASSWORD });
    await expect.poll(() => received.length).toBe(1);
    received.length = 0;
    state.dies = true;
    await jobs.sendMailJob({ kind, username: USERNAME });
    await expect.poll(skippingWaits(storage, () => received.length)).toBe(2);
    await jobs.stop();
    const mails = await Promise.all(received.map((mail) => PostalMime.parse(mail)));
    const [first, second] = mails;
    expect(first?.messageId).toMatch(/^<[\w-]+@example\.edu>$/);
    expect(second?.messageId).toBe(first?.messageId);
    const [, inMail] = secret.exec(first?.text ?? '') ?? [];
    const body = { username: USERNAME, [name]: inMail, password: PASSWORD };
    const response = await student.call('POST', call, body);
    expect(response.status).toBe(200);
    await close();
    await app.close();
  });
});

test('waits longer for a mail server that has the message', async () => {
  const { settings, received, state, close } = await startMailServer({ answersAfterMs: 1500 });
  const mail = { to: USERNAME, subject: 'x', text: 'x' };
  const send = (id: string) => createSendMail({ ...settings, handOverMs: 500 })(mail, { id, isAgain: false });
  await send('one');
  expect(received).toHaveLength(1);
  state.greetsAfterMs = 1500;
  await expect(send('two')).rejects.toMatchObject({ code: 'EABORT' });
  expect(received).toHaveLength(1);
  await close();
});

test('mails share connections, at the allowed rate', async () => {
  const { server, settings, received, close } = await startMailServer();
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const sendMail = createSendMail({ ...settings, smtpConnections: 4, smtpRate: 2 });
  const started = performance.now();
  const ids = Array.from({ length: 5 }, (_none, at) => String(at));
  await Promise.all(
    ids.map((id) => sendMail({ to: USERNAME, subject: id, text: id }, { id, isAgain: false })),
  );
  expect([received.length, connections]).toEqual([5, 2]);
  expect(performance.now() - started).toBeGreaterThan(1500);
  await close();
});

describe('an address refused by the mail server', () => {
  test.each([
    ['permanently is reported, and not retried', 550, ['a mail to an address that is refused']],
    ['temporarily is retried', 451, []],
  ])('%s', async (_name, status, reported) => {
    const { settings, close } = await startMailServer({ refuses: true, status });
    const faults: string[] = [];
    const sendMail = dropRefused(createSendMail(settings), (task) => void faults.push(task));
    const [sent] = await Promise.allSettled([
      sendMail({ to: USERNAME, subject: 'x', text: 'x' }, { id: 'one', isAgain: false }),
    ]);
    expect([sent?.status, faults]).toEqual([reported.length > 0 ? 'fulfilled' : 'rejected', reported]);
    await close();
  });
});
