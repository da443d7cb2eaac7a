import type { Database } from '../storage/database.ts';
import type { UploadPermit } from '../storage/file-store.ts';

export interface UploadRows {
  /**
   * Whether a permit was given and not used, to this student; without a student, to whoever holds it: a store on
   * another server knows no sessions either.
   */
  isOpen(permit: UploadPermit, studentId: string | undefined): Promise<boolean>;
  /** Notes that the file of a permit has come. */
  noteReceived(permit: UploadPermit): Promise<void>;
}

/** Where this server itself takes the uploads: what it knows of the permits it gave. */
export function createUploadRows(db: Database, clock: () => Date): UploadRows {
  return {
    async isOpen({ key }, studentId) {
      const row = await db
        .selectFrom('upload')
        .select('student_id')
        .where('file_key', '=', key)
        .where('received_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined && (studentId === undefined || row.student_id === studentId);
    },
    async noteReceived({ key }) {
      await db.updateTable('upload').set({ received_at: clock() }).where('file_key', '=', key).execute();
    },
  };
}
