import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
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
    if (to.toLowerCase() !== email) continue;
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
  const {
    to = [],
    subject = '',
    text = '',
  } = await PostalMime.parse(await readFile(join(mailFolder(dataDir), name)));
  // Addresses have no quotes, but mails add some: "a..b"@example.org.
  return { to: (to[0]?.address ?? '').replaceAll('"', ''), subject, text };
}

/** Displayed parts of a stored mail: text without the equivalent HTML. */
export type StoredMail = { readonly to: string; readonly subject: string; readonly text: string };
