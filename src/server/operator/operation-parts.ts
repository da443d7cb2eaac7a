import type { SchoolDirectories } from '../lookup/school-directories.ts';
import type { Questionnaire } from '../questionnaire.ts';
import type { Randomness } from '../randomness.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import type { JobQueue } from '../jobs/jobs.ts';

/** What the operator's commands work with, in the server or in a process of their own. */
export type OperationParts = {
  readonly db: Database;
  /** Where the bytes of documents are. */
  readonly files: FileStore;
  /** Where PDF copies are asked for; left out where nobody makes them. */
  readonly jobs?: Pick<JobQueue, 'send' | 'wake'>;
  /** Where schools are looked up; left out where nobody searches. */
  readonly directories?: Pick<SchoolDirectories, 'load'>;
  readonly audit: AuditTrail;
  readonly questionnaire: Questionnaire;
  readonly partner: string;
  /** Origin of the links. */
  readonly publicOrigin: () => string;
  /** Where mails wait as files. */
  readonly dataDir: string;
  readonly clock: () => Date;
  readonly random: Randomness;
};
