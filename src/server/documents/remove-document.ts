import type { Transaction } from 'kysely';
import { fileKeysOf, isConverting } from '../records/document-store.ts';
import type { Session } from '../sessions/session-store.ts';
import type { Tables } from '../storage/tables.ts';
import type { DocumentParts } from './document-parts.ts';
import { converting, unknownDocument } from './document-refusals.ts';

/** Which document is to go, and who asks from where. */
export type Removal = { readonly session: Session; readonly client: string; readonly answerKey: string };

/**
 * Deletes a document: the row, the file and its PDF.
 *
 * @throws Refusal 404 when there is none; 409 while it is converted or after the submit
 */
export async function removeDocument(parts: DocumentParts, removal: Removal): Promise<void> {
  const { session, client, answerKey } = removal;
  const { studentId, username } = session;
  const unneeded = await parts.changeOpen(studentId, async (transaction) => {
    const document = await findDocument(transaction, studentId, answerKey);
    if (document === undefined) throw unknownDocument();
    if (isConverting(document)) throw converting();
    const removed = await parts.documents.remove(transaction, studentId, [answerKey]);
    await parts.audit.record(
      { kind: 'document-deleted', username, client, result: 'ok', detail: answerKey },
      transaction,
    );
    return removed;
  });
  await parts.documents.discard(unneeded);
}

/**
 * Takes the conversion of a document away, and with it the file, which is of no use without; the row stays for a
 * while, so that the deletion of the document itself, which pages ask for next, still finds it. Where there is
 * none, nothing is done.
 *
 * @throws Refusal 409 while the document is converted or after the submit
 */
export async function removeConversion(
  parts: DocumentParts,
  studentId: string,
  answerKey: string,
): Promise<void> {
  const unneeded = await parts.changeOpen(studentId, async (transaction) => {
    const document = await findDocument(transaction, studentId, answerKey);
    if (document === undefined) return [];
    if (isConverting(document)) throw converting();
    await transaction
      .updateTable('document')
      .set({
        status: 'NOT_ANSWERED',
        message: '',
        pages: null,
        pdf_key: null,
        thumbnail: null,
        updated_at: parts.clock(),
      })
      .where('student_id', '=', studentId)
      .where('answer_key', '=', answerKey)
      .execute();
    return fileKeysOf(document);
  });
  await parts.documents.discard(unneeded);
}

function findDocument(transaction: Transaction<Tables>, studentId: string, answerKey: string) {
  return transaction
    .selectFrom('document')
    .select(['file_key', 'pdf_key', 'status'])
    .where('student_id', '=', studentId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}
