import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteMailsTo, newestMails } from '#server/mail/mail-folder.ts';
import { createSendMail } from '#server/mail/send-mail.ts';
import { startLoopbackServer, type LoopbackServer } from '#server/operator/loopback-server.ts';
import { mailboxPage } from '#server/operator/mailbox-page.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ORIGIN = 'http://localhost:3000';

describe('the mailbox', () => {
  let dataDir: string;
  let server: LoopbackServer;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    server = await startLoopbackServer(0, { '/': () => mailboxPage(dataDir, () => ORIGIN) });
  });
  afterEach(() => server.close());

  const send = (mail: { to?: string; subject?: string; text?: string; html?: string }) =>
    createSendMail({ smtpUrl: undefined, from: 'no-reply@localhost', dataDir })(
      { to: 'ada@example.org', subject: 'Your code', text: '123456\n', ...mail },
      { id: randomUUID(), isAgain: false },
    );

  test('shows each mail, newest first, as text', async () => {
    await send({});
    await send({ subject: 'Grüße <b>', text: '<script>alert(1)</script>\n', html: '<p>never shown</p>' });
    const page = await (await fetch(server.url)).text();
    expect(page.indexOf('Grüße &lt;b&gt;')).toBeGreaterThan(0);
    expect(page.indexOf('123456')).toBeGreaterThan(page.indexOf('Grüße'));
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('never shown');
  });

  test('links only URLs of this server', async () => {
    await send({ text: `${ORIGIN}/reset?username=a&id=b\nhttps://evil.example/x\n${ORIGIN}/"onclick= x\n` });
    const page = await (await fetch(server.url)).text();
    expect([...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/',
      `${ORIGIN}/reset?username=a&amp;id=b`,
    ]);
  });

  test('runs and loads nothing', async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['a foreign host name', 'evil.example', '/', 'GET', 403],
    ['a longer name', 'localhost.evil.example', '/', 'GET', 403],
    ['another path', 'localhost', '/other', 'GET', 404],
    ['an object property', 'localhost', '/constructor', 'GET', 404],
    ['another method', 'localhost', '/', 'POST', 404],
  ])('is not available under %s', async (...[, host, target, method, status]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const { port } = new URL(server.url);
    request({ host: '127.0.0.1', port, path: target, method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
    expect(await promise).toBe(status);
  });

  test.each(['ada@example.org', 'a..da@example.org'])('deletes the mails to %s only', async (email) => {
    for (const to of [email, 'bob@example.org', email]) await send({ to });
    expect(await deleteMailsTo(dataDir, { email })).toBe(2);
    expect(await newestMails(dataDir, 9)).toMatchObject([{ to: 'bob@example.org' }]);
  });
});
