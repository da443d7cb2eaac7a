import { isDeepStrictEqual } from 'node:util';
import type { OnError } from '../http/error-log.ts';
import type { Transaction } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { signedSubject, signSubject } from '../http/secret-token.ts';

/** Permits one upload of 1 to `maxBytes` bytes under `key`, until `expiresAt`. */
export type UploadPermit = { readonly key: string; readonly maxBytes: number; readonly expiresAt: Date };

/** A form with which a browser can post a file to S3. The fields come first, then the file as `file`. */
export type StoragePost = { readonly url: string; readonly fields: FormFields };

type StoredFile = { readonly key: string; readonly changedAt: Date };

/** Stores files of at most ten megabytes, under server-generated keys. Throws for keys invalid by {@link isFileKey}. */
export interface FileStore {
  /**
   * Permits one upload outside the application's calls. The store refuses every other key, size and type, changed
   * forms, and expired ones.
   */
  presign(permit: UploadPermit): Promise<StoragePost>;
  /** Returns the bytes of a file; undefined if there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes or replaces a file atomically. It survives a crash once this resolves. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Removes files; missing ones are ignored.
   * @param transaction of the caller, if open: the embedded database has one connection
   */
  remove(keys: readonly string[], transaction?: Transaction): Promise<void>;
  /** Returns an ID of the location, shared by all servers with these files. */
  place(): Promise<string>;
  /** Lists all files, unordered. */
  list(): AsyncIterable<StoredFile>;
}

/** Removes unreferenced files. A failure is logged, and left to the sweep. */
export type DiscardFiles = (keys: readonly string[]) => Promise<void>;

export function createDiscardFiles(files: FileStore, onError: OnError): DiscardFiles {
  return (keys) => files.remove(keys).catch((error: unknown) => onError('removing files', error));
}

/** Type of every upload: only its content determines what a file is. */
export const UPLOAD_TYPE = 'application/octet-stream';

/** Checks for `<student id>/<random>`. Letters, digits, `-` and `_` only, so that keys cannot escape the folder. */
export function isFileKey(key: string): boolean {
  return /^[\w-]{1,64}\/[\w-]{1,64}$/.test(key);
}

/** Returns a file key for a student, with 128 random bits. */
export function newFileKey(studentId: string, randomBytes: (size: number) => Buffer): string {
  return `${studentId}/${randomBytes(16).toString('base64url')}`;
}

/** The fields of a posted form, without the file. */
export type FormFields = Readonly<Record<string, string>>;

const PURPOSE = 'upload';

/** Returns form fields for one upload: the permit as signed policy. */
export function signPolicy(permit: UploadPermit, secret: ServerSecret): FormFields {
  const policy = Buffer.from(JSON.stringify(permit)).toString('base64url');
  const type = { 'Content-Type': UPLOAD_TYPE };
  return { key: permit.key, ...type, policy: signSubject(secret, PURPOSE, policy) };
}

/** Returns the permit of a form's fields. Undefined if changed, added to, incomplete or expired. */
export function readPolicy(fields: FormFields, secret: ServerSecret, now: Date): UploadPermit | undefined {
  const { policy = '', ...asked } = fields;
  const subject = signedSubject(secret, PURPOSE, policy);
  if (subject === undefined) return undefined;
  const { key, maxBytes, expiresAt }: UploadPermit = JSON.parse(Buffer.from(subject, 'base64url').toString());
  const permit = { key, maxBytes, expiresAt: new Date(expiresAt) };
  const isSame = isDeepStrictEqual(asked, { key, 'Content-Type': UPLOAD_TYPE });
  return isSame && permit.expiresAt > now ? permit : undefined;
}
