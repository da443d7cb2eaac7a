import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '#scripts/dev/free-port.ts';

/** A mail as the mail server took it, with all its headers. */
export type TakenMail = { readonly to: string; readonly subject: string; readonly text: string };

/** Mails as a mailbox shows them, and how many came that it had already. */
export type Filed = { readonly shown: readonly TakenMail[]; readonly again: number };

const MESSAGE_ID = /^Message-ID: *(<[^>]+>)/im;

/** What has the Message-ID of a mail that is there is the same mail, sent again (RFC 5322, 3.6.4; RFC 7352). */
export function fileMails(taken: readonly TakenMail[]): Filed {
  const filed = new Map(
    taken.map((mail) => [`${mail.to} ${MESSAGE_ID.exec(mail.text)?.[1] ?? mail.text}`, mail]),
  );
  return { shown: [...filed.values()], again: taken.length - filed.size };
}

const CODE = /^\d{6}\r?$/m;

/** The six digits that a mail brings. */
export function codeIn({ text }: TakenMail): string | undefined {
  return CODE.exec(text)?.[0].trim();
}

/** A mail server whose process can be killed, and which then comes back. */
export type MailServer = {
  readonly url: string;
  /** All that was delivered, in its order; some of it again. */
  readonly taken: readonly TakenMail[];
  /** Connections end in the middle of whatever they were at; nobody listens any more. */
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
