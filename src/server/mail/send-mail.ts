import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { SmtpTls } from '../settings/config.ts';
import { errorCodeOf, type OnError } from '../http/error-log.ts';

/** A mail to one student: plain text, and optionally equivalent HTML. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** In addition to the standard headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** The letter of which a mail is a try. */
export type Posting = {
  /** Unique per letter, and the same for each try. */
  readonly id: string;
  /** Whether it was tried before, and can have arrived. */
  readonly isAgain: boolean;
  /** Aborted once another server can send it. */
  readonly signal?: AbortSignal | undefined;
};

/** Delivers a mail to the mail server or folder. Rejects if that failed and can be retried. */
export type PostMail = (mail: Mail, posting: Posting) => Promise<void>;

/** {@link PostMail} for one letter. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds; a hanging mail server must not delay other mails or the shutdown. */
const HAND_OVER_MS = 30_000;
/** Milliseconds. RFC 5321, 4.5.3.2.6 and RFC 1047 require ten minutes: hanging up earlier duplicates mails. */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 };

/** Milliseconds; idle connections are closed, so that none is open at shutdown. */
const IDLE_MS = 1000;

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  /** Default: required, unless the mail server is on this machine. */
  readonly smtpTls?: SmtpTls | undefined;
  /** Connections to the mail server, each with one mail at a time. */
  readonly smtpConnections?: number | undefined;
  /** Maximum mails per second. Default: unlimited. */
  readonly smtpRate?: number | undefined;
  readonly from: string;
  readonly dataDir: string;
  /** Milliseconds until a mail server must have received the whole message. Default: 30 seconds. */
  readonly handOverMs?: number | undefined;
};

/** Creates the mail transport: SMTP if configured, else files in `<dataDir>/mail`. */
export function createSendMail(settings: MailSettings): PostMail {
  const { smtpUrl } = settings;
  return smtpUrl ? sendBySmtp({ ...settings, smtpUrl }) : writeToFolder(settings);
}

/** Describes the destination of mails for the operator. */
export function describeMail(settings: MailSettings): string {
  if (!settings.smtpUrl) return `files in ${mailFolder(settings.dataDir)}`;
  return `the mail server ${new URL(settings.smtpUrl).host}`;
}

/** Returns TLS options of nodemailer. Requires TLS for mail that leaves this machine: attackers could strip STARTTLS. */
export function tlsOptionsOf(smtpUrl: string, smtpTls: SmtpTls | undefined) {
  const requireTLS = smtpTls === undefined ? !isLoopback(new URL(smtpUrl).hostname) : smtpTls === 'required';
  return { requireTLS, ignoreTLS: smtpTls === 'off' };
}

/** Compares the host as written, because the URL parser does not normalize smtp:// hosts. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function sendBySmtp(settings: MailSettings & { readonly smtpUrl: string }): PostMail {
  const { smtpUrl: url, smtpTls, smtpConnections, smtpRate, from, handOverMs = HAND_OVER_MS } = settings;
  const pool = {
    pool: true,
    // Each connection sends one email a second at least.
    maxConnections: Math.min(smtpConnections ?? 4, smtpRate ?? 50),
    rateLimit: smtpRate,
    idleTimeout: IDLE_MS,
  } as const;
  const transport = createTransport({ url, ...pool, ...tlsOptionsOf(url, smtpTls), ...TIME_LIMITS });
  /** By Message-ID, until the mail server has received the whole message. */
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

/** Returns the time prefix of a mail file's name. */
export function fileTime(time: Date): string {
  return time.toISOString().replaceAll(':', '-');
}

/** Writes mail files atomically, so that no reader sees a partial mail. Existing ones stay. */
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

/** Builds a message that suppresses automatic replies. Its Message-ID identifies retries (RFC 5322, 3.6.4). */
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

/** Returns the folder of mails stored without a mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Reason of a failed mail, as a metrics label. */
type MailFailure = 'connection' | 'tls' | 'login' | 'address' | 'refused' | 'other';

/** Codes of the SMTP library, and Node's file error codes. */
const FAILURES: readonly (readonly [MailFailure, RegExp])[] = [
  ['connection', /^E(?:CONNECTION|DNS|SOCKET|TIMEDOUT|ABORT)$/],
  ['tls', /^E(?:REQUIRE)?TLS$/],
  ['login', /^E(?:NO)?AUTH$/],
  ['address', /^EENVELOPE$/],
  ['refused', /^E(?:MESSAGE|PROTOCOL)$/],
];

/** Returns the reason of a failed mail. `address`: the server refuses the student's address or MAIL_FROM. */
export function mailFailureOf(error: unknown): MailFailure {
  return FAILURES.find(([, codes]) => codes.test(errorCodeOf(error)))?.[0] ?? 'other';
}

/** Reports and drops mails to a permanently refused address. Retries look like spam. */
export function dropRefused(sendMail: PostMail, onError: OnError): PostMail {
  return (mail, posting) =>
    sendMail(mail, posting).catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      onError('a mail to an address that is refused', error);
    });
}

/** Whether a 5xx refusal is final (RFC 5321, 4.2.1), of the address, not of the log-in at the mail server. */
function isRefusedForGood(error: unknown): boolean {
  if (errorCodeOf(error) !== 'EENVELOPE' || !(error instanceof Error) || !('responseCode' in error))
    return false;
  const status = Number(error.responseCode);
  return status >= 500 && status < 600;
}
