import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';
import type { Database } from '../storage/database.ts';
import type { FileStore } from '../storage/file-store.ts';

/** Where what is known of a student is. */
export type StudentDataParts = {
  readonly db: Database;
  /** Where the bytes of documents are. */
  readonly files: FileStore;
  /** Where mails wait as files. */
  readonly dataDir: string;
  readonly audit: AuditTrail;
  readonly questionnaire: Questionnaire;
  readonly clock: () => Date;
};
