import { errorCodeOf } from '../http/error-log.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { FilesUnavailable } from './file-store.ts';

/**
 * What is wrong with where things are kept, not with the request. `full`: no space; `damaged`: a page of the database
 * cannot be read, which a restart does not mend; `unavailable`: the database is away, or a file cannot be opened now.
 */
export type StorageFault = 'full' | 'damaged' | 'unavailable';

/** PostgreSQL's disk_full, data_corrupted and index_corrupted; Node's codes of files. */
const FAULTS: Readonly<Record<string, StorageFault>> = {
  '53100': 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  XX001: 'damaged',
  XX002: 'damaged',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
  EACCES: 'unavailable',
  EROFS: 'unavailable',
  EIO: 'unavailable',
};

/** The fault of the storage that an error comes of; undefined when it has another cause. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (error instanceof FilesUnavailable) return 'unavailable';
  return FAULTS[errorCodeOf(error)] ?? (isDatabaseUnavailable(error) ? 'unavailable' : undefined);
}
