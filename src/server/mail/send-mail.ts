import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail of plain text to one student. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Hands a mail over for good; rejects when that failed and may be tried again. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds; a mail server that hangs must not hold up the other mails, or the stop. */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly dataDir: string;
};

/** The way mails leave: by SMTP when there is a server, otherwise each as a file in `<dataDir>/mail`. */
export function createSendMail(settings: MailSettings): SendMail {
  return settings.smtpUrl ? sendBySmtp(settings.smtpUrl, settings.from) : writeToFolder(settings);
}

/** Where mails go, for the operator. */
export function describeMail(settings: MailSettings): string {
  if (!settings.smtpUrl) return `files in ${mailFolder(settings.dataDir)}`;
  return `the mail server ${new URL(settings.smtpUrl).host}`;
}

function sendBySmtp(url: string, from: string): SendMail {
  const transport = createTransport({ url, ...TIME_LIMITS });
  return async (mail) => {
    await transport.sendMail({ ...mail, from });
  };
}

/** Written aside and renamed, so that whoever watches the folder never reads half a mail. */
function writeToFolder({ dataDir, from }: MailSettings): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const folder = mailFolder(dataDir);
  return async (mail) => {
    const { message } = await transport.sendMail({ ...mail, from });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.tmp`), message);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
}

function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
