import type { Selectable, Selection } from 'kysely';
import type { ConvertJob } from '#server/jobs/jobs.ts';
import { encryptionOf, type Place } from '#server/encryption/row-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { DocumentStatus, Tables } from '#server/database/tables.ts';
import { deleteUploads, renameUploads } from './upload-store.ts';

/** Columns of a {@link DocumentRow}. */
export const DOCUMENT_COLUMNS = [
  'answer_key as answerKey',
  'file_key as fileKey',
  'file_name as fileName',
  'file_size as fileSize',
  'status',
  'message',
  'pages',
  'pdf_key as pdfKey',
  'is_scanned as isScanned',
] as const;

export type DocumentRow = Readonly<Selection<Tables, 'document', (typeof DOCUMENT_COLUMNS)[number]>>;

/** Returns the row of a document with its file name decrypted. */
export function decryptedDocument<Row extends Pick<DocumentRow, 'fileKey' | 'fileName'>>(
  db: Database,
  row: Row,
): Row {
  return { ...row, fileName: encryptionOf(db).openText(namePlace(row.fileKey), row.fileName) };
}

function namePlace(fileKey: string): Place {
  return `document.file_name:${fileKey}`;
}

/** Returns a student's documents, ordered by question key, without detached ones. */
export async function selectDocuments(db: Database, studentId: string): Promise<DocumentRow[]> {
  const rows = await db
    .selectFrom('document')
    .select(DOCUMENT_COLUMNS)
    .where('student_id', '=', studentId)
    .where('status', '!=', 'NOT_ANSWERED')
    .orderBy('answer_key')
    .execute();
  return rows.map((row) => decryptedDocument(db, row));
}

/** Returns documents by student; students without documents are omitted. */
export async function selectDocumentsOf(
  db: Database,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DocumentRow[]>> {
  const rows = await db
    .selectFrom('document')
    .select(['student_id as studentId', ...DOCUMENT_COLUMNS])
    .where('student_id', 'in', studentIds)
    .where('status', '!=', 'NOT_ANSWERED')
    .orderBy('answer_key')
    .execute();
  const decrypted = rows.map((row) => decryptedDocument(db, row));
  return Map.groupBy(decrypted, ({ studentId }) => studentId);
}

/** Returns the row of a document. It remains for a while after detachment. */
export async function selectDocument(db: Database, studentId: string, answerKey: string) {
  const document = await db
    .selectFrom('document')
    .select(['file_key', 'pdf_key', 'status', 'message', 'pages', 'thumbnail'])
    .where('student_id', '=', studentId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
  if (document === undefined) return undefined;
  const { file_key: fileKey, thumbnail } = document;
  return { ...document, thumbnail: thumbnail && encryptionOf(db).openPicture(fileKey, thumbnail) };
}

/** Returns attachment times by student and key, in milliseconds. Includes detached documents. */
export async function selectAttachedTimes(
  db: Database,
  studentIds: readonly string[],
  answerKeys: readonly string[],
): Promise<(studentId: string) => Readonly<Record<string, number>>> {
  const documents = db.selectFrom('document').select(['student_id', 'answer_key', 'created_at']);
  const wanted = documents.where('student_id', 'in', studentIds).where('answer_key', 'in', answerKeys);
  const isNone = studentIds.length === 0 || answerKeys.length === 0;
  const byStudent = Map.groupBy(isNone ? [] : await wanted.execute(), (row) => row.student_id);
  return (studentId) =>
    Object.fromEntries(
      (byStudent.get(studentId) ?? []).map((row) => [row.answer_key, row.created_at.getTime()]),
    );
}

/** Renames the key of a document and its pending uploads. */
export async function renameDocument(
  transaction: Transaction,
  studentId: string,
  keys: { readonly from: string; readonly to: string },
): Promise<void> {
  await transaction
    .updateTable('document')
    .set({ answer_key: keys.to })
    .where('student_id', '=', studentId)
    .where('answer_key', '=', keys.from)
    .execute();
  await renameUploads(transaction, studentId, keys);
}

const UNCONVERTED = { message: '', pages: null, pdf_key: null, thumbnail: null, is_scanned: false } as const;

/** An original file to be converted to a document. */
export type NewDocumentRow = ConvertJob & { readonly fileName: string; readonly fileSize: number };

/** Inserts or replaces a document that is yet to be converted. */
export async function upsertDocument(
  transaction: Transaction,
  { studentId, answerKey, fileKey, fileName, fileSize }: NewDocumentRow,
  now: Date,
): Promise<void> {
  const fresh = {
    ...UNCONVERTED,
    file_key: fileKey,
    file_name: encryptionOf(transaction).sealText(namePlace(fileKey), fileName),
    file_size: fileSize,
    status: 'UNPROCESSED' as const,
    created_at: now,
    updated_at: now,
  };
  await transaction
    .insertInto('document')
    .values({ student_id: studentId, answer_key: answerKey, ...fresh })
    .onConflict((conflict) => conflict.columns(['student_id', 'answer_key']).doUpdateSet(fresh))
    .execute();
}

/** Detaches a document from its question and clears its conversion. */
export async function detachDocument(
  transaction: Transaction,
  studentId: string,
  answerKey: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('document')
    .set({ ...UNCONVERTED, status: 'NOT_ANSWERED', updated_at: now })
    .where('student_id', '=', studentId)
    .where('answer_key', '=', answerKey)
    .execute();
}

type ResultColumn = 'message' | 'pages' | 'pdf_key' | 'thumbnail' | 'is_scanned';
/** State or result of a conversion. */
export type ConversionColumns = { readonly status: DocumentStatus } & Readonly<
  Partial<Pick<Selectable<Tables['document']>, ResultColumn>>
>;

/** Updates an unfinished conversion. @returns the file name; undefined if it has finished */
export async function updateConversion(
  db: Database,
  job: ConvertJob,
  state: ConversionColumns,
  now: Date,
): Promise<string | undefined> {
  const thumbnail = state.thumbnail && encryptionOf(db).sealPicture(job.fileKey, state.thumbnail);
  const row = await db
    .updateTable('document')
    .set({ ...state, ...(thumbnail && { thumbnail }), updated_at: now })
    .where('student_id', '=', job.studentId)
    // By file key: the question can have been renamed.
    .where('file_key', '=', job.fileKey)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .returning('file_name')
    .executeTakeFirst();
  return row && encryptionOf(db).openText(namePlace(job.fileKey), row.file_name);
}

/** Returns conversions that are queued or running. */
export function selectUnfinishedConversions(db: Database): Promise<ConvertJob[]> {
  return db
    .selectFrom('document')
    .select(['student_id as studentId', 'answer_key as answerKey', 'file_key as fileKey'])
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .execute();
}

/** Deletes documents and uploads of some questions. @returns their file keys, to be discarded after commit */
export async function deleteDocuments(
  transaction: Transaction,
  studentId: string,
  answerKeys: readonly string[],
): Promise<string[]> {
  if (answerKeys.length === 0) return [];
  const documents = await transaction
    .deleteFrom('document')
    .where('student_id', '=', studentId)
    .where('answer_key', 'in', answerKeys)
    .returning(['file_key', 'pdf_key'])
    .execute();
  return [
    ...documents.flatMap(fileKeysOfDocument),
    ...(await deleteUploads(transaction, studentId, answerKeys)),
  ];
}

/** Deletes rows of documents detached before a time. Their files are already deleted. */
export async function deleteDetachedDocuments(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('document')
    .where('status', '=', 'NOT_ANSWERED')
    .where('updated_at', '<', before)
    .execute();
}

/** Returns a student's documents, each with a file key. Of its PDF, or of the original during conversion. */
export async function selectDocumentsToExport(db: Database, studentId: string) {
  const documents = await db
    .selectFrom('document')
    .select(['answer_key', 'file_key', 'pdf_key', 'file_name', 'file_size', 'status', 'pages', 'created_at'])
    .where('student_id', '=', studentId)
    .where('status', '!=', 'NOT_ANSWERED')
    .orderBy('answer_key')
    .execute();
  return documents.map(({ file_key, pdf_key, ...row }) => {
    const file_name = encryptionOf(db).openText(namePlace(file_key), row.file_name);
    return { row: { ...row, file_name }, fileKey: pdf_key ?? file_key };
  });
}

/** Returns the file keys in a document's row. */
export function fileKeysOfDocument(row: {
  readonly file_key: string;
  readonly pdf_key: string | null;
}): string[] {
  return row.pdf_key === null ? [row.file_key] : [row.file_key, row.pdf_key];
}

/** docs/behavior.md 4.9: these two block tab changes, deletions and replacements. */
export function isDocumentConverting({ status }: { readonly status: DocumentStatus }): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** Returns question key → attached file. */
export function attachedFiles(
  documents: readonly DocumentRow[],
): Readonly<Record<string, { file_name: string; file_size: number }>> {
  return Object.fromEntries(
    documents.map((each) => [each.answerKey, { file_name: each.fileName, file_size: each.fileSize }]),
  );
}

/** Returns the names of completed documents that no malware scanner has read. */
export function unscannedFiles(documents: readonly DocumentRow[]): string[] {
  const unscanned = documents.filter(({ status, isScanned }) => status === 'COMPLETED' && !isScanned);
  return unscanned.map(({ fileName }) => fileName);
}

/** Returns the question keys with completed documents, for `documentAnswersOf`. */
export function attachedDocumentKeys(documents: readonly DocumentRow[]): ReadonlySet<string> {
  const attached = documents.filter(({ status }) => status === 'COMPLETED');
  return new Set(attached.map(({ answerKey }) => answerKey));
}
