import { errorCodeOf, type OnFault } from '../http/error-log.ts';

/** The server that has the files does not answer as it should; the same may succeed later. */
export class FilesUnavailable extends Error {
  /** Of the connection, or what that server calls it, e.g. ECONNREFUSED or SlowDown. */
  readonly code: string;

  constructor(cause: unknown) {
    super('The store of files is unavailable.', { cause });
    this.name = 'FilesUnavailable';
    this.code = errorCodeOf(cause) || (cause instanceof Error ? cause.name : 'unknown');
  }
}

/** What one upload may do: one file of 1 to `maxBytes` bytes under `key`, until `expiresAt`. */
export type UploadPermit = { readonly key: string; readonly maxBytes: number; readonly expiresAt: Date };

/** A form that a browser can post a file with, as S3 has it: the fields first, then the file as `file`. */
export type StoragePost = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

type StoredFile = { readonly key: string; readonly changedAt: Date };

/**
 * Where the bytes of files are: small ones (ten megabytes at most), so they travel whole. A key is made by the
 * server, see {@link isFileKey}; every method throws on another.
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
  /** Removes files; a missing one is no fault. */
  remove(keys: readonly string[]): Promise<void>;
  /** Names the place: the same for all servers that have these files, another for others. */
  place(): Promise<string>;
  /** Every file there is, in no order. */
  list(): AsyncIterable<StoredFile>;
}

/** Removes files that no row names any more. A failure is logged, and left to the sweep. */
export type DiscardFiles = (keys: readonly string[]) => Promise<void>;

export function createDiscardFiles(files: FileStore, onFault: OnFault): DiscardFiles {
  return (keys) => files.remove(keys).catch((error: unknown) => onFault('removing files', error));
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
