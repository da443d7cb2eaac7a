import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '#scripts/dev/free-port.ts';

/** An email received by the mail server, with all headers. */
export type ReceivedMail = { readonly to: string; readonly subject: string; readonly text: string };

/** Emails as a mailbox shows them, and the number of duplicates. */
export type Mailbox = { readonly shown: readonly ReceivedMail[]; readonly duplicates: number };

const MESSAGE_ID = /^Message-ID: *(<[^>]+>)/im;

/** Deduplicates emails by Message-ID, as mailboxes do for retries (RFC 5322, 3.6.4; RFC 7352). */
export function deduplicateMails(received: readonly ReceivedMail[]): Mailbox {
  const byMessageId = new Map(
    received.map((mail) => [`${mail.to} ${MESSAGE_ID.exec(mail.text)?.[1] ?? mail.text}`, mail]),
  );
  return { shown: [...byMessageId.values()], duplicates: received.length - byMessageId.size };
}

const CODE = /^\d{6}\r?$/m;

/** Returns the six-digit code of an email. */
export function codeIn({ text }: ReceivedMail): string | undefined {
  return CODE.exec(text)?.[0].trim();
}

/** A mail server whose process can be killed and resumed. */
export type MailServer = {
  readonly url: string;
  /** Delivered emails in order, including duplicates. */
  readonly received: readonly ReceivedMail[];
  /** Drops all connections and stops listening. */
  halt(): Promise<void>;
  resume(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  const received: ReceivedMail[] = [];
  let server = await listen(port, received);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async halt() {
      const { connections } = server;
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const connection of connections) connection.close();
      await closed;
    },
    async resume() {
      server = await listen(port, received);
    },
  };
}

async function listen(port: number, received: ReceivedMail[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
        const to = envelope.rcptTo[0]?.address ?? '';
        received.push({ to, subject, text });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}
