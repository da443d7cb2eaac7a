import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import type { SmtpTls } from '#server/settings/config.ts';
import { createSendMail, tlsOptionsOf } from '#server/mail/send-mail.ts';

/** A mail server on loopback whose greeting offers no TLS, as it is when somebody on the way took the offer out. */
async function sendWithoutOffer(smtpTls: SmtpTls | undefined) {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(portOf(listening.address())));
  });
  const send = createSendMail({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    smtpTls,
    from: 'apply@example.edu',
    dataDir: '',
  });
  const sent = send(
    { to: 'ada@example.org', subject: 'Your code', text: '123456' },
    { id: 'one', isAgain: false },
  );
  const fault = await sent.then(
    () => undefined,
    (error: unknown) => error,
  );
  server.close();
  await once(server.server, 'close');
  return { recipients, fault };
}

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}

describe('a mail server that offers no TLS', () => {
  test('is given no mail, nor an address, where TLS is required', async () => {
    const { recipients, fault } = await sendWithoutOffer('required');
    expect(fault).toMatchObject({ code: 'ETLS' });
    expect(recipients).toEqual([]);
  });

  test.each([undefined, 'off'] as const)('on this machine is given mails, with SMTP_TLS %s', async (tls) => {
    const { recipients, fault } = await sendWithoutOffer(tls);
    expect(fault).toBeUndefined();
    expect(recipients).toEqual(['ada@example.org']);
  });
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
