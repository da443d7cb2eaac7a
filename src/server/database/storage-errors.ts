import { errorCodeOf, driverReasonOf } from '../http/error-log.ts';

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

/** An error of the storage, not of the request. `damaged` means an unreadable page, which a restart does not repair. */
export type StorageError = 'full' | 'damaged' | 'unavailable';

/** PostgreSQL's disk_full, data_corrupted and index_corrupted; Node's codes of files. */
const CODES: readonly (readonly [StorageError, RegExp])[] = [
  ['full', /^(?:53100|ENOSPC|EDQUOT)$/],
  ['damaged', /^XX00[12]$/],
  ['unavailable', /^(?:EMFILE|ENFILE|EACCES|EROFS|EIO)$/],
];

/** The fault of the storage that an error comes of; undefined when it has another cause. */
export function storageErrorOf(error: unknown): StorageError | undefined {
  if (error instanceof FilesUnavailable) return 'unavailable';
  const [fault] = CODES.find(([, codes]) => codes.test(errorCodeOf(error))) ?? [];
  return fault ?? (isDatabaseUnavailable(error) ? 'unavailable' : undefined);
}

/** Node's codes for a connection that failed. */
const NETWORK_CODES =
  /^(?:ECONN(?:ABORTED|REFUSED|RESET)|EPIPE|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|E(?:HOST|NET)UNREACH)$/;

/** PostgreSQL's read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * Whether the same statement can succeed later: PostgreSQL's classes 08, 53 and 57, a read-only server that fails over,
 * and errors of the network or the driver.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  if (code === READ_ONLY || NETWORK_CODES.test(code) || /^(?:08|53|57)[0-9A-Z]{3}$/.test(code)) return true;
  return driverReasonOf(error) !== undefined;
}
