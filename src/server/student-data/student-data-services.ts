import type { Services } from '../start/services.ts';
import type { FileStore } from '../storage/file-store.ts';

/** What reads and deletes all that is known of a student. */
export type StudentDataServices = Pick<Services, 'audit' | 'clock' | 'dataDir' | 'db' | 'questionnaire'> & {
  readonly files: FileStore;
};
