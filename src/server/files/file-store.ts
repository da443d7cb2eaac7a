import { isDeepStrictEqual } from 'node:util';
import type { OnError } from '../http/error-log.ts';
import type { Transaction } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';

/** What one upload may do: one file of 1 to `maxBytes` bytes under `key`, until `expiresAt`. */
export type UploadPermit = { readonly key: string; readonly maxBytes: number; readonly expiresAt: Date };

/** A form that a browser can post a file with, as S3 has it: the fields first, then the file as `file`. */
export type StoragePost = { readonly url: string; readonly fields: FormFields };

type StoredFile = { readonly key: string; readonly changedAt: Date };

/**
 * Stores files of ten megabytes at most, under keys of the server; throws for a key that {@link isFileKey} refuses.
 */
export interface FileStore {
  /**
   * Permits one upload that does not pass through the application's calls. The store refuses every other key,
   * size and type, changed forms, and whatever comes after the expiry.
   */
  presign(permit: UploadPermit): Promise<StoragePost>;
  /** The bytes of a file; undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a file, whole or not at all, and replaces what was there. It survives a crash once this resolves. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The size of a file in bytes; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /**
   * Removes files; a missing one is no fault.
   * @param transaction of the caller, if one is open: the embedded database has a single connection
   */
  remove(keys: readonly string[], transaction?: Transaction): Promise<void>;
  /** Names the place: the same for all servers that have these files, another for others. */
  place(): Promise<string>;
  /** Every file there is, in no order. */
  list(): AsyncIterable<StoredFile>;
}

/** Removes files that no row names any more. A failure is logged, and left to the sweep. */
export type DiscardFiles = (keys: readonly string[]) => Promise<void>;

export function createDiscardFiles(files: FileStore, onError: OnError): DiscardFiles {
  return (keys) => files.remove(keys).catch((error: unknown) => onError('removing files', error));
}

/** The type that every upload is declared and kept as: what a file is, is decided by its content alone. */
export const UPLOAD_TYPE = 'application/octet-stream';

/** `<student id>/<random>`: two names of letters, digits, `-` and `_`, so that no key is a path elsewhere. */
export function isFileKey(key: string): boolean {
  return /^[\w-]{1,64}\/[\w-]{1,64}$/.test(key);
}

/** A key of 128 random bits for a new file of a student. */
export function newFileKey(studentId: string, randomBytes: (size: number) => Buffer): string {
  return `${studentId}/${randomBytes(16).toString('base64url')}`;
}

/** The fields of a posted form, without the file. */
export type FormFields = Readonly<Record<string, string>>;

/** As S3 writes it: what the form may say, and until when. */
type Policy = {
  readonly expiration: string;
  readonly conditions: readonly [
    { readonly key: string },
    { readonly 'Content-Type': string },
    readonly ['content-length-range', number, number],
  ];
};

/** The fields that let a form be posted once: the permit as a signed policy. */
export function signPolicy(permit: UploadPermit, secret: ServerSecret): FormFields {
  const { key, maxBytes, expiresAt } = permit;
  const conditions: Policy['conditions'] = [
    { key },
    { 'Content-Type': UPLOAD_TYPE },
    ['content-length-range', 1, maxBytes],
  ];
  const text = JSON.stringify({ expiration: expiresAt.toISOString(), conditions } satisfies Policy);
  const policy = Buffer.from(text).toString('base64');
  const signature = secret.sign(messageOf(policy)).toString('hex');
  return { key, 'Content-Type': UPLOAD_TYPE, policy, 'x-amz-signature': signature };
}

/** The permit that the fields of a form carry; undefined when anything was changed, added, left out or is over. */
export function readPolicy(fields: FormFields, secret: ServerSecret, now: Date): UploadPermit | undefined {
  const { policy: text = '', 'x-amz-signature': signature = '', ...asked } = fields;
  if (!secret.isSigned(messageOf(text), Buffer.from(signature, 'hex'))) return undefined;
  // Signed, so this server wrote it.
  const policy: Policy = JSON.parse(Buffer.from(text, 'base64').toString());
  const [{ key }, type, [, , maxBytes]] = policy.conditions;
  const expiresAt = new Date(policy.expiration);
  const isSame = isDeepStrictEqual(asked, { key, ...type });
  return isSame && expiresAt > now ? { key, maxBytes, expiresAt } : undefined;
}

/** The secret keys other things too: a prefix keeps what is signed here from being worth anything there. */
function messageOf(policy: string): string {
  return `upload:${policy}`;
}
