import type { SchoolDirectories } from '../lookup/school-directories.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { StudentDataServices } from '../student-data/delete-student.ts';
import type { OpenedFiles } from '../files/open-files.ts';
import type { JobQueue } from '../jobs/jobs.ts';

/** What the operator's commands work with, in the server or in a process of their own. */
export type OperationServices = StudentDataServices & {
  readonly files: OpenedFiles;
  /** Where PDF copies and mails are asked for; left out where nobody makes them. */
  readonly jobs?: Pick<JobQueue, 'send' | 'sendMailJob' | 'wake'>;
  /** Where schools are looked up; left out where nobody searches. */
  readonly directories?: Pick<SchoolDirectories, 'load'>;
  /** Of PostgreSQL; undefined: the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly partner: string;
  /** Origin of the links. */
  readonly publicOrigin: () => string;
  readonly random: Randomness;
};

/** A command that cannot be done; the message is for the operator. */
export class OperationError extends Error {}

/** Takes a line for the operator before the result: how far a long command is, how long a link is valid. */
export type ReportProgress = (progress: string) => void;
