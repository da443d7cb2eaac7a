import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTime, mailFolder } from './send-mail.ts';

/** Reads the newest stored mails of a data directory, newest first. */
export async function newestMails(dataDir: string, limit: number): Promise<StoredMail[]> {
  const names = (await mailFiles(dataDir)).slice(0, limit);
  return Promise.all(names.map((name) => readMail(dataDir, name)));
}

/** Deletes the mails to an address. @param until end of the address's use @returns their number */
export async function deleteMailsTo(
  dataDir: string,
  { email, until }: { readonly email: string; readonly until?: Date | undefined },
): Promise<number> {
  let deleted = 0;
  for (const name of await mailFiles(dataDir)) {
    if (until !== undefined && name > fileTime(until)) continue;
    const { to } = await readMail(dataDir, name);
    if (to.replace(/^<|>$/g, '').toLowerCase() !== email) continue;
    await rm(join(mailFolder(dataDir), name), { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Lists mail files, newest first: names begin with the time. */
async function mailFiles(dataDir: string): Promise<string[]> {
  const folder = mailFolder(dataDir);
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
}

async function readMail(dataDir: string, name: string): Promise<StoredMail> {
  return readMailFile(await readFile(join(mailFolder(dataDir), name), 'utf8'));
}

/** Displayed parts of a stored mail: text without the equivalent HTML. */
export type StoredMail = { readonly to: string; readonly subject: string; readonly text: string };

/** Reads a mail file of {@link createSendMail}. One text part, alone or in `multipart/alternative`. */
export function readMailFile(content: string): StoredMail {
  const mail = splitPart(content.replaceAll('\r\n', '\n'));
  const boundary = /boundary="([^"]+)"/.exec(mail.headers.get('content-type') ?? '')?.[1];
  const part = boundary === undefined ? mail : splitPart(mail.body.split(`--${boundary}\n`)[1] ?? '');
  const end = boundary === undefined ? part.body : (part.body.split(`\n--${boundary}`)[0] ?? '');
  return {
    to: mail.headers.get('to') ?? '',
    subject: decodeWords(mail.headers.get('subject') ?? ''),
    text: decodeBody(end, part.headers),
  };
}

type Part = { readonly headers: ReadonlyMap<string, string>; readonly body: string };

function splitPart(content: string): Part {
  const end = content.indexOf('\n\n');
  // Unfolds continuation lines, which begin with a space.
  const lines = content
    .slice(0, end)
    .replace(/\n[ \t]/g, ' ')
    .split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers: new Map(headers), body: content.slice(end + 2) };
}

function decodeBody(body: string, headers: Part['headers']): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll('=\n', ''));
  const isFlowed = /format=flowed/.test(headers.get('content-type') ?? '');
  // RFC 3676: a trailing space continues the paragraph; a leading one is stuffing.
  return isFlowed ? body.replace(/^ /gm, '').replace(/ \n/g, ' ') : body;
}

/** Decodes header words that contain more than ASCII (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
