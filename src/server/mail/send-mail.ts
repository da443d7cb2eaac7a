import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { SmtpTls } from '../settings/config.ts';
import { errorCodeOf, type OnError } from '../http/error-log.ts';

/** A mail to one student: plain text, and the same as HTML where it has any. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** In addition to those of every mail. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Of which letter a mail is a try. */
export type Posting = {
  /** The same at each try to send this letter, and of no other letter. */
  readonly id: string;
  /** It was tried before, and may have arrived. */
  readonly isAgain: boolean;
  /** Aborted once another server may send it. */
  readonly signal?: AbortSignal | undefined;
};

/** Delivers a mail to the mail server or the folder; rejects when that failed and may be tried again. */
export type PostMail = (mail: Mail, posting: Posting) => Promise<void>;

/** The same for one letter. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds; a mail server that hangs must not hold up the other mails, or the stop. */
const HAND_OVER_MS = 30_000;
/** Milliseconds. RFC 5321, 4.5.3.2.6 and RFC 1047 ask for ten minutes: who hangs up earlier sends a mail twice. */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 };

/** Milliseconds; a connection that no mail has used for so long is closed, so that none is open when the server stops. */
const IDLE_MS = 1000;

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  /** Default: required, unless the mail server is on this machine. */
  readonly smtpTls?: SmtpTls | undefined;
  /** Connections to the mail server that are kept, with one mail at a time on each. */
  readonly smtpConnections?: number | undefined;
  /** Mails in a second at most. Default: as many as the mail server takes. */
  readonly smtpRate?: number | undefined;
  readonly from: string;
  readonly dataDir: string;
  /** Milliseconds until a mail server has to have the whole message. Default: 30 seconds. */
  readonly handOverMs?: number | undefined;
};

/** The way mails leave: by SMTP when there is a server, otherwise each as a file in `<dataDir>/mail`. */
export function createSendMail(settings: MailSettings): PostMail {
  const { smtpUrl } = settings;
  return smtpUrl ? sendBySmtp({ ...settings, smtpUrl }) : writeToFolder(settings);
}

/** Where mails go, for the operator. */
export function describeMail(settings: MailSettings): string {
  if (!settings.smtpUrl) return `files in ${mailFolder(settings.dataDir)}`;
  return `the mail server ${new URL(settings.smtpUrl).host}`;
}

/** As nodemailer has it: nothing is handed over without TLS; or none is begun even where it is offered. */
type TlsOptions = { readonly requireTLS: boolean; readonly ignoreTLS: boolean };

/** Requires TLS for mail that leaves this machine: STARTTLS could be removed from the greeting on the way. */
export function tlsOptionsOf(smtpUrl: string, smtpTls: SmtpTls | undefined): TlsOptions {
  const requireTLS = smtpTls === undefined ? !isLoopback(new URL(smtpUrl).hostname) : smtpTls === 'required';
  return { requireTLS, ignoreTLS: smtpTls === 'off' };
}

/** Of smtp:// the parser of addresses leaves the host as it is written. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function sendBySmtp(settings: MailSettings & { readonly smtpUrl: string }): PostMail {
  const { smtpUrl: url, smtpTls, smtpConnections, smtpRate, from, handOverMs = HAND_OVER_MS } = settings;
  const pool = {
    pool: true,
    maxConnections: smtpConnections,
    rateLimit: smtpRate,
    idleTimeout: IDLE_MS,
  } as const;
  const transport = createTransport({ url, ...pool, ...tlsOptionsOf(url, smtpTls), ...TIME_LIMITS });
  /** By Message-ID, until the mail server has the whole message. */
  const timers = new Map<string, NodeJS.Timeout>();
  transport.use('stream', ({ data, message }, done) => {
    const timer = timers.get(String(data.messageId));
    message.transform(() => new PassThrough().once('end', () => clearTimeout(timer)));
    done();
  });
  return async (mail, posting) => {
    const message = mimeMessage(mail, posting, from);
    const tooSlow = new AbortController();
    const timer = setTimeout(() => tooSlow.abort(), handOverMs);
    timers.set(message.messageId, timer);
    const signals = [tooSlow.signal, ...(posting.signal ? [posting.signal] : [])];
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.any(signals) });
    } finally {
      clearTimeout(timer);
      timers.delete(message.messageId);
    }
  };
}

/** How the name of a mail that is a file begins. */
export function fileTime(time: Date): string {
  return time.toISOString().replaceAll(':', '-');
}

/** Writes mails aside and renames them, so that nobody reads half a mail. One that is there stays. */
function writeToFolder({ dataDir, from }: MailSettings): PostMail {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const folder = mailFolder(dataDir);
  return async (mail, posting) => {
    const ending = `-${posting.id}.eml`;
    await mkdir(folder, { recursive: true });
    if (posting.isAgain && (await readdir(folder)).some((name) => name.endsWith(ending))) return;
    const { message: content } = await transport.sendMail(mimeMessage(mail, posting, from));
    const name = fileTime(new Date()) + ending;
    await writeFile(join(folder, `${name}.tmp`), content);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
}

/** Builds a message that no machine answers. By its Message-ID a mailbox recognizes a retry (RFC 5322, 3.6.4). */
function mimeMessage({ to, subject, text, html, headers }: Mail, { id }: Posting, from: string) {
  return {
    from,
    messageId: `<${id}@${domainOf(from)}>`,
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  const [sender] = addressparser(from, { flatten: true });
  return sender?.address.split('@').pop() ?? 'localhost';
}

/** Where mails wait as files when there is no mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Why a mail failed, in as few words as a figure is split by. */
type MailFailure = 'connection' | 'tls' | 'login' | 'address' | 'refused' | 'other';

/** The codes of the library that speaks to the mail server, and Node's of the folder. */
const FAILURES: readonly (readonly [MailFailure, RegExp])[] = [
  ['connection', /^E(?:CONNECTION|DNS|SOCKET|TIMEDOUT|ABORT)$/],
  ['tls', /^E(?:REQUIRE)?TLS$/],
  ['login', /^E(?:NO)?AUTH$/],
  ['address', /^EENVELOPE$/],
  ['refused', /^E(?:MESSAGE|PROTOCOL)$/],
];

/** The reason of a mail that failed; `address` is one that the mail server refuses, of the student or of MAIL_FROM. */
export function mailFailureOf(error: unknown): MailFailure {
  return FAILURES.find(([, codes]) => codes.test(errorCodeOf(error)))?.[0] ?? 'other';
}

/** Reports mails to an address that is refused for good and drops them: retries look like spam. */
export function dropRefused(sendMail: PostMail, onError: OnError): PostMail {
  return (mail, posting) =>
    sendMail(mail, posting).catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      onError('a mail to an address that is refused', error);
    });
}

/** What begins with 5 is final (RFC 5321, 4.2.1); of the address, not of the log-in at the mail server. */
function isRefusedForGood(error: unknown): boolean {
  if (errorCodeOf(error) !== 'EENVELOPE' || !(error instanceof Error) || !('responseCode' in error))
    return false;
  const status = Number(error.responseCode);
  return status >= 500 && status < 600;
}
