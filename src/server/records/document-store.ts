import type { Transaction } from 'kysely';
import type { OnFault } from '../fault-log.ts';
import type { Database } from '../storage/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import type { DocumentStatus, Tables } from '../storage/tables.ts';

export type StoredDocument = {
  readonly answerKey: string;
  /** Of the file as the student sent it. */
  readonly fileKey: string;
  readonly fileName: string;
  /** In bytes. */
  readonly fileSize: number;
  readonly status: DocumentStatus;
  /** What the student is told of a conversion that failed; empty otherwise. */
  readonly message: string;
  /** Of the converted PDF, once there is one. */
  readonly pages: number | null;
  readonly pdfKey: string | null;
};

/** The documents of students, for every area that has to do with them. */
export interface DocumentStore {
  /** The documents of a student, by question key; those that were taken away are none. */
  list(studentId: string, transaction?: Transaction<Tables>): Promise<StoredDocument[]>;
  /**
   * Takes the documents of some questions away, with the uploads that might become some, within the caller's
   * transaction.
   *
   * @returns the keys of their files, to be given to {@link DocumentStore.discard} once that has committed
   */
  remove(
    transaction: Transaction<Tables>,
    studentId: string,
    answerKeys: readonly string[],
  ): Promise<string[]>;
  /** Removes files that no row names any more. A failure is told, and left to the sweep. */
  discard(fileKeys: readonly string[]): Promise<void>;
}

const COLUMNS = [
  'answer_key as answerKey',
  'file_key as fileKey',
  'file_name as fileName',
  'file_size as fileSize',
  'status',
  'message',
  'pages',
  'pdf_key as pdfKey',
] as const;

export function createDocumentStore(db: Database, files: FileStore, onFault: OnFault): DocumentStore {
  return {
    list: (studentId, transaction) =>
      (transaction ?? db)
        .selectFrom('document')
        .select(COLUMNS)
        .where('student_id', '=', studentId)
        .where('status', '!=', 'NOT_ANSWERED')
        .orderBy('answer_key')
        .execute(),
    async remove(transaction, studentId, answerKeys) {
      if (answerKeys.length === 0) return [];
      const documents = await transaction
        .deleteFrom('document')
        .where('student_id', '=', studentId)
        .where('answer_key', 'in', answerKeys)
        .returning(['file_key', 'pdf_key'])
        .execute();
      const uploads = await transaction
        .deleteFrom('upload')
        .where('student_id', '=', studentId)
        .where('answer_key', 'in', answerKeys)
        .returning('file_key')
        .execute();
      return [...documents.flatMap(fileKeysOf), ...uploads.map(({ file_key }) => file_key)];
    },
    async discard(fileKeys) {
      await files.remove(fileKeys).catch((error: unknown) => onFault('removing files', error));
    },
  };
}

/** The keys of the files that a row of a document names. */
export function fileKeysOf(row: { readonly file_key: string; readonly pdf_key: string | null }): string[] {
  return row.pdf_key === null ? [row.file_key] : [row.file_key, row.pdf_key];
}

/** Specification 4, "Documents": these two block a change of tab, a deletion and a replacement. */
export function isConverting({ status }: { readonly status: DocumentStatus }): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** The question keys whose document is there, for `documentAnswersOf`. */
export function attachedKeys(documents: readonly StoredDocument[]): ReadonlySet<string> {
  const attached = documents.filter(({ status }) => status === 'COMPLETED');
  return new Set(attached.map(({ answerKey }) => answerKey));
}
