import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '#scripts/dev/free-port.ts';

/** An email received by the mail server, with all headers. */
export type TakenMail = { readonly to: string; readonly subject: string; readonly text: string };

/** Emails as a mailbox shows them, and the number of duplicates. */
export type Filed = { readonly shown: readonly TakenMail[]; readonly again: number };

const MESSAGE_ID = /^Message-ID: *(<[^>]+>)/im;

/** Deduplicates emails by Message-ID, as mailboxes do for retries (RFC 5322, 3.6.4; RFC 7352). */
export function fileMails(taken: readonly TakenMail[]): Filed {
  const filed = new Map(
    taken.map((mail) => [`${mail.to} ${MESSAGE_ID.exec(mail.text)?.[1] ?? mail.text}`, mail]),
  );
  return { shown: [...filed.values()], again: taken.length - filed.size };
}

const CODE = /^\d{6}\r?$/m;

/** Returns the six-digit code of an email. */
export function codeIn({ text }: TakenMail): string | undefined {
  return CODE.exec(text)?.[0].trim();
}

/** A mail server whose process can be killed and resumed. */
export type MailServer = {
  readonly url: string;
  /** Delivered emails in order, including duplicates. */
  readonly taken: readonly TakenMail[];
  /** Drops all connections and stops listening. */
  halt(): Promise<void>;
  resume(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  const taken: TakenMail[] = [];
  let server = await listen(port, taken);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    async halt() {
      const { connections } = server;
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const connection of connections) connection.close();
      await closed;
    },
    async resume() {
      server = await listen(port, taken);
    },
  };
}

async function listen(port: number, taken: TakenMail[]): Promise<SMTPServer> {
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
        taken.push({ to, subject, text });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}
