import type { Transaction } from 'kysely';
import { fileKeysOf } from '../records/document-store.ts';
import type { Tables } from '../storage/tables.ts';
import type { OperationParts } from './operation-parts.ts';

type Id = { readonly id: string };

/** The documents of a student with the files as they were sent, in base64; null for a file that is gone. */
export async function exportDocuments({ db, files }: OperationParts, { id }: Id): Promise<object[]> {
  const documents = await db
    .selectFrom('document')
    .select(['answer_key', 'file_key', 'file_name', 'file_size', 'status', 'pages', 'created_at'])
    .where('student_id', '=', id)
    .where('status', '!=', 'NOT_ANSWERED')
    .orderBy('answer_key')
    .execute();
  return Promise.all(
    documents.map(async ({ file_key, ...document }) => ({
      ...document,
      file: (await files.read(file_key))?.toString('base64') ?? null,
    })),
  );
}

/** The keys of every file of a student: documents, their PDFs, uploads that are no document yet, the PDF copy. */
export async function fileKeysOfStudent(trx: Transaction<Tables>, { id }: Id): Promise<string[]> {
  const documents = await trx
    .selectFrom('document')
    .select(['file_key', 'pdf_key'])
    .where('student_id', '=', id)
    .execute();
  const uploads = await trx.selectFrom('upload').select('file_key').where('student_id', '=', id).execute();
  const copies = await trx.selectFrom('pdf_copy').select('file_key').where('student_id', '=', id).execute();
  const others = [...uploads, ...copies].flatMap(({ file_key }) => (file_key === null ? [] : [file_key]));
  return [...documents.flatMap(fileKeysOf), ...others];
}
