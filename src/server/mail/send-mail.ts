import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { SmtpTls } from '../config.ts';

/** A mail to one student: plain text, and the same as HTML where it has any. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Beside those of every mail. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Delivers a mail to the mail server or the folder; rejects when that failed and may be tried again. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds; a mail server that hangs must not hold up the other mails, or the stop. */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  /** Default: required, unless the mail server is on this machine. */
  readonly smtpTls?: SmtpTls | undefined;
  readonly from: string;
  readonly dataDir: string;
};

/** The way mails leave: by SMTP when there is a server, otherwise each as a file in `<dataDir>/mail`. */
export function createSendMail(settings: MailSettings): SendMail {
  const { smtpUrl, smtpTls, from } = settings;
  return smtpUrl ? sendBySmtp(smtpUrl, tlsOptionsOf(smtpUrl, smtpTls), from) : writeToFolder(settings);
}

/** Where mails go, for the operator. */
export function describeMail(settings: MailSettings): string {
  if (!settings.smtpUrl) return `files in ${mailFolder(settings.dataDir)}`;
  return `the mail server ${new URL(settings.smtpUrl).host}`;
}

/** As nodemailer has it: nothing is handed over without TLS; or none is begun even where it is offered. */
type TlsOptions = { readonly requireTLS: boolean; readonly ignoreTLS: boolean };

/**
 * Who can change what is sent on the way could take STARTTLS out of the greeting, and read the codes: without TLS, nothing
 * leaves this machine. What stays on it is encrypted where that is offered: nobody is between the two.
 */
export function tlsOptionsOf(smtpUrl: string, smtpTls: SmtpTls | undefined): TlsOptions {
  const requireTLS = smtpTls === undefined ? !isLoopback(new URL(smtpUrl).hostname) : smtpTls === 'required';
  return { requireTLS, ignoreTLS: smtpTls === 'off' };
}

/** Of smtp:// the parser of addresses leaves the host as it is written. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function sendBySmtp(url: string, tls: TlsOptions, from: string): SendMail {
  const transport = createTransport({ url, ...tls, ...TIME_LIMITS });
  return async (mail) => {
    await transport.sendMail(mimeMessage(mail, from));
  };
}

/** How the name of a mail that is a file begins. */
export function fileTime(time: Date): string {
  return time.toISOString().replaceAll(':', '-');
}

/** Written aside and renamed, so that whoever watches the folder never reads half a mail. */
function writeToFolder({ dataDir, from }: MailSettings): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const folder = mailFolder(dataDir);
  return async (mail) => {
    const { message: content } = await transport.sendMail(mimeMessage(mail, from));
    const name = `${fileTime(new Date())}-${randomUUID()}.eml`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.tmp`), content);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
}

/** An address is handed over as one, so that nothing in it is read as a list; no machine is to answer it. */
function mimeMessage({ to, subject, text, html, headers }: Mail, from: string) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Where mails wait as files when there is no mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
