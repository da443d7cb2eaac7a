import { DISK_FULL, errorCodeOf, driverReasonOf } from '../http/error-log.ts';

/** The file store is unavailable; a retry can succeed. */
export class FilesUnavailable extends Error {
  /** Code of the connection or store, e.g. ECONNREFUSED or SlowDown. */
  readonly code: string;

  constructor(cause: unknown) {
    super('The store of files is unavailable.', { cause });
    this.name = 'FilesUnavailable';
    this.code = errorCodeOf(cause) || (cause instanceof Error ? cause.name : 'unknown');
  }
}

/** An error of the storage, not of the request. `damaged`: an unreadable page, which a restart does not repair. */
export type StorageError = 'full' | 'damaged' | 'unavailable';

/** PostgreSQL's data_corrupted and index_corrupted; Node's file error codes. */
const CODES: readonly (readonly [StorageError, RegExp])[] = [
  ['full', DISK_FULL],
  ['damaged', /^XX00[12]$/],
  ['unavailable', /^(?:EMFILE|ENFILE|EACCES|EROFS|EIO)$/],
];

/** Returns the storage error that caused an error; undefined for other causes. */
export function storageErrorOf(error: unknown): StorageError | undefined {
  if (error instanceof FilesUnavailable) return 'unavailable';
  const [fault] = CODES.find(([, codes]) => codes.test(errorCodeOf(error))) ?? [];
  return fault ?? (isDatabaseUnavailable(error) ? 'unavailable' : undefined);
}

/** Node's codes for failed connections. */
const NETWORK_CODES =
  /^(?:ECONN(?:ABORTED|REFUSED|RESET)|EPIPE|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|E(?:HOST|NET)UNREACH)$/;

/** PostgreSQL's read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * Whether the same statement can succeed later. True for PostgreSQL's classes 08, 53 and 57, a read-only server during
 * failover, and errors of the network or the driver.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  if (code === READ_ONLY || NETWORK_CODES.test(code) || /^(?:08|53|57)[0-9A-Z]{3}$/.test(code)) return true;
  return driverReasonOf(error) !== undefined;
}
