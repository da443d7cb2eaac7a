import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { createSendMail, tlsOptionsOf } from '#server/mail/send-mail.ts';

test('a mail server without TLS gets no mail or address if TLS is required', async () => {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(void recipients.push(address)),
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  const place = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'apply@example.edu', dataDir: '' };
  const mail = { to: 'ada@example.org', subject: 'Your code', text: '123456' };
  const posting = { id: 'one', isAgain: false };
  await expect(createSendMail({ ...place, smtpTls: 'required' })(mail, posting)).rejects.toMatchObject({
    code: 'ETLS',
  });
  expect(recipients).toEqual([]);
  await createSendMail({ ...place, smtpTls: 'off' })(mail, posting);
  expect(recipients).toEqual(['ada@example.org']);
  server.close();
  await once(server.server, 'close');
});

test.each([
  ['smtp://mail.example.edu:587', undefined, { requireTLS: true, ignoreTLS: false }],
  ['smtp://10.0.0.5', undefined, { requireTLS: true, ignoreTLS: false }],
  ['smtp://127.example.edu', undefined, { requireTLS: true, ignoreTLS: false }],
  ['smtp://10.0.0.5', 'off', { requireTLS: false, ignoreTLS: true }],
  ['smtp://localhost:25', undefined, { requireTLS: false, ignoreTLS: false }],
  ['smtp://LOCALHOST', undefined, { requireTLS: false, ignoreTLS: false }],
  ['smtp://127.0.0.1', undefined, { requireTLS: false, ignoreTLS: false }],
  ['smtp://[::1]:2525', undefined, { requireTLS: false, ignoreTLS: false }],
  ['smtp://localhost', 'required', { requireTLS: true, ignoreTLS: false }],
] as const)('TLS to %s with SMTP_TLS %s', (url, setting, expected) => {
  expect(tlsOptionsOf(url, setting)).toEqual(expected);
});
