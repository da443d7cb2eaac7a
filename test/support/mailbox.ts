import { mkdirSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/**
 * Waits for an email to an address for which `read` returns a value. Newest first, woken by file system events.
 *
 * @param folder - where the server writes its `.eml` files; created if missing
 * @param limit - milliseconds
 * @throws Error on timeout
 */
export async function waitForMail<T>(
  folder: string,
  address: string,
  read: (mail: Email) => T | undefined,
  limit = 15_000,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = async (): Promise<void> => {
    try {
      const found = await findMail(folder, address, read);
      if (found !== undefined) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const watcher = watch(folder, () => void look());
  const timer = setTimeout(
    () => reject(new Error(`No such mail to ${address} in ${folder} after ${limit} ms`)),
    limit,
  );
  // After starting the watcher, so that no email is missed.
  void look();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    watcher.close();
  }
}

/** Returns the six-digit code of a confirmation email. */
export function readCode(mail: Email): string | undefined {
  return /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
}

async function findMail<T>(
  folder: string,
  address: string,
  read: (mail: Email) => T | undefined,
): Promise<T | undefined> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const file of files) {
    const raw = readFileSync(file);
    // Parsing is slow, and there may be a thousand emails for others.
    if (!raw.toString().toLowerCase().includes(address.toLowerCase())) continue;
    const mail = await PostalMime.parse(raw);
    const isTo = mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase());
    const found = isTo ? read(mail) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
