import type { Database, Transaction } from '#server/database/database.ts';
import type { UploadPermit } from '#server/files/file-store.ts';

/** Student and question of an upload. */
export type UploadOf = { readonly studentId: string; readonly answerKey: string };

/** Records a permit, replacing one that is not a document yet. @returns the replaced file keys */
export async function insertUpload(
  transaction: Transaction,
  { studentId, answerKey }: UploadOf,
  { key, expiresAt }: UploadPermit,
): Promise<string[]> {
  const replaced = await deleteUploads(transaction, studentId, [answerKey]);
  await transaction
    .insertInto('upload')
    .values({ file_key: key, student_id: studentId, answer_key: answerKey, expires_at: expiresAt })
    .execute();
  return replaced;
}

/** Whether a file is a pending upload of this student and question. */
export async function isUploaded(
  db: Database,
  { studentId, answerKey }: UploadOf,
  fileKey: string,
): Promise<boolean> {
  const uploads = db.selectFrom('upload').select('file_key').where('file_key', '=', fileKey);
  const own = uploads.where('student_id', '=', studentId).where('answer_key', '=', answerKey);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Returns whose unused permit it is, if this student's. Without one (a store on another server), of any student. */
export function selectOpenUpload(
  db: Database,
  { key }: UploadPermit,
  studentId: string | undefined,
): Promise<UploadOf | undefined> {
  return db
    .selectFrom('upload')
    .select(['student_id as studentId', 'answer_key as answerKey'])
    .where('file_key', '=', key)
    .where('received_at', 'is', null)
    .$if(studentId !== undefined, (query) => query.where('student_id', '=', studentId ?? ''))
    .executeTakeFirst();
}

/** Records that a permit's file was received. False if the permit was revoked during the upload. */
export async function updateUploadReceived(db: Database, { key }: UploadPermit, now: Date): Promise<boolean> {
  const received = db.updateTable('upload').set({ received_at: now }).where('file_key', '=', key);
  return (await received.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Deletes one upload; false if there was none. */
export async function deleteUpload(db: Database, fileKey: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('upload').where('file_key', '=', fileKey).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes the uploads of some questions; returns their file keys. */
export async function deleteUploads(
  transaction: Transaction,
  studentId: string,
  answerKeys: readonly string[],
): Promise<string[]> {
  const removed = await transaction
    .deleteFrom('upload')
    .where('student_id', '=', studentId)
    .where('answer_key', 'in', answerKeys)
    .returning('file_key')
    .execute();
  return removed.map(({ file_key }) => file_key);
}

/** Renames the question key of uploads. */
export async function renameUploads(
  transaction: Transaction,
  studentId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await transaction
    .updateTable('upload')
    .set({ answer_key: to })
    .where('student_id', '=', studentId)
    .where('answer_key', '=', from)
    .execute();
}

/** Deletes permits that expired before a time; returns their file keys. */
export async function deleteOldUploads(db: Database, before: Date): Promise<string[]> {
  const over = await db.deleteFrom('upload').where('expires_at', '<', before).returning('file_key').execute();
  return over.map(({ file_key }) => file_key);
}
