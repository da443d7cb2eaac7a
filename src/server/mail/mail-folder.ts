import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMailFile, type StoredMail } from './read-mail-file.ts';
import { fileTime, mailFolder } from './send-mail.ts';

/** Reads the newest mails that wait as files in a data directory, newest first. */
export async function newestMails(dataDir: string, limit: number): Promise<StoredMail[]> {
  const names = (await mailFiles(dataDir)).slice(0, limit);
  return Promise.all(names.map((name) => readMail(dataDir, name)));
}

/**
 * Deletes the mails to an address. @returns how many there were
 * @param until of an address that is somebody else's now: when it was given up
 */
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

/** Their names begin with the time. */
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
