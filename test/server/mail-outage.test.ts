import { EventEmitter, once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { dropRefused } from '#server/mail/drop-refused.ts';
import { createSendMail, type SendMail } from '#server/mail/send-mail.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { PASSWORD, StudentClient } from '#test/api/student-client.ts';
import { readCode } from '#test/support/mailbox.ts';
import { createTestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';

const USERNAME = 'ada@example.org';

/** A mail server on loopback that refuses every address while `refuses` is set, with that status. */
function createMailServer() {
  const received: string[] = [];
  const state = { refuses: true, status: 451 };
  const first = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      const refused = Object.assign(new Error('Not now'), { responseCode: state.status });
      done(state.refuses ? refused : undefined);
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString());
        done();
        first.resolve();
      });
    },
  });
  return { server, received, state, first: first.promise };
}

/** Logs each mail that could not be handed over, and why. */
function watchFailures(sendMail: SendMail) {
  const failures = new EventEmitter();
  const reasons: unknown[] = [];
  const watched: SendMail = async (mail) => {
    try {
      await sendMail(mail);
    } catch (error) {
      reasons.push(error instanceof Error && 'responseCode' in error ? error.responseCode : 'no answer');
      failures.emit('failure');
      throw error;
    }
  };
  /** Resolves with the reasons when there are so many. */
  const failed = async (count: number): Promise<readonly unknown[]> => {
    while (reasons.length < count) await once(failures, 'failure');
    return reasons;
  };
  return { sendMail: watched, failed };
}

/** Milliseconds that both retries may take; each comes later than the one before. */
const RETRIES_MS = 120_000;

describe.each(testEngines)('while the mail server is unavailable, on $engine', ({ open }) => {
  test(
    'a sign-up is answered, and its mail leaves once when the server is back, with a code that works',
    { timeout: RETRIES_MS },
    async () => {
      const storage = await open();
      const port = await freePort();
      const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'apply@example.edu', dataDir: '' };
      const { sendMail, failed } = watchFailures(createSendMail(settings));
      const jobs = await startJobs(storage, () => undefined);
      const app = await createTestApp({ storage, jobs, sendMail });
      const student = new StudentClient(app.app);
      const signUp = await student.call('POST', '/public/signup', { username: USERNAME, password: PASSWORD });
      expect(signUp.status).toBe(200);
      expect(await failed(1)).toEqual(['no answer']);

      const mailServer = createMailServer();
      mailServer.server.listen(port, '127.0.0.1');
      expect(await failed(2)).toEqual(['no answer', 451]);
      app.pass(3_600_000);
      mailServer.state.refuses = false;
      await mailServer.first;
      await jobs.stop();
      expect(mailServer.received).toHaveLength(1);
      const code = readCode(await PostalMime.parse(mailServer.received[0] ?? ''));
      const confirmed = await student.call('POST', '/public/confirm', { username: USERNAME, code });
      expect(confirmed.status).toBe(200);
      mailServer.server.close();
      await once(mailServer.server.server, 'close');
      await app.close();
    },
  );
});

describe('an address that the mail server refuses', () => {
  test.each([
    ['for good is reported, and its mail is not tried again', 550, ['a mail to an address that is refused']],
    ['for now rejects the mail, which is tried again', 451, []],
  ])('%s', async (_name, status, reported) => {
    const port = await freePort();
    const { server, state } = createMailServer();
    state.status = status;
    server.listen(port, '127.0.0.1');
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'apply@example.edu', dataDir: '' };
    const faults: string[] = [];
    const sendMail = dropRefused(createSendMail(settings), (task) => void faults.push(task));
    const [sent] = await Promise.allSettled([sendMail({ to: USERNAME, subject: 'x', text: 'x' })]);
    expect([sent?.status, faults]).toEqual([reported.length > 0 ? 'fulfilled' : 'rejected', reported]);
    server.close();
    await once(server.server, 'close');
  });
});
