import type { SchoolDirectories } from '../lookup/school-directories.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { StudentDataServices } from '../student-data/delete-student.ts';
import type { OpenedFiles } from '../files/open-files.ts';
import type { JobQueue } from '../jobs/jobs.ts';

/** Services of operator commands, in the server or in their own process. */
export type OperationServices = StudentDataServices & {
  readonly files: OpenedFiles;
  /** Queue for PDF copies and mails; absent without workers. */
  readonly jobs?: Pick<JobQueue, 'send' | 'sendMailJob' | 'wake'>;
  /** School directories to reload; absent without searches. */
  readonly directories?: Pick<SchoolDirectories, 'load'>;
  /** PostgreSQL URL; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly partner: string;
  /** Origin of links. */
  readonly publicOrigin: () => string;
  readonly random: Randomness;
};

/** A command that cannot be done; the message is for the operator. */
export class OperationError extends Error {}

/** Receives lines before the result. Progress of a long command, or expiry of a link. */
export type ReportProgress = (progress: string) => void;
