import { updateMovedApplication } from '#server/moves/moved-application.ts';
import {
  fileKeysOfDocument,
  selectDocument,
  isDocumentConverting,
  deleteDocuments,
  detachDocument,
} from '#server/student-tables/document-store.ts';
import type { Session } from '../sessions/session-store.ts';
import type { DocumentServices } from './document-services.ts';
import { documentConvertingRefusal, unknownDocumentRefusal } from './document-refusals.ts';

/** Which document is to go, and who asks from where. */
export type DocumentRemoval = {
  readonly session: Session;
  readonly client: string;
  readonly answerKey: string;
};

/**
 * Deletes a document: the row, the file and its PDF.
 *
 * @throws Refusal 404 when there is none; 409 while it is converted or after the submit
 */
export async function removeDocument(parts: DocumentServices, removal: DocumentRemoval): Promise<void> {
  const { session, client, answerKey } = removal;
  const { studentId, username } = session;
  const unneeded = await updateMovedApplication(parts, studentId, async (transaction) => {
    const document = await selectDocument(transaction, studentId, answerKey);
    if (document === undefined) throw unknownDocumentRefusal();
    if (isDocumentConverting(document)) throw documentConvertingRefusal();
    const removed = await deleteDocuments(transaction, studentId, [answerKey]);
    await parts.audit.record(
      { kind: 'document-deleted', username, client, result: 'ok', detail: answerKey },
      transaction,
    );
    return removed;
  });
  await parts.discard(unneeded);
}

/**
 * Takes the conversion of a document away, and with it the file, which is of no use without; the row stays for a
 * while, so that the deletion of the document itself, which pages ask for next, still finds it. Where there is
 * none, nothing is done.
 *
 * @throws Refusal 409 while the document is converted or after the submit
 */
export async function removeConversion(
  parts: DocumentServices,
  studentId: string,
  answerKey: string,
): Promise<void> {
  const unneeded = await updateMovedApplication(parts, studentId, async (transaction) => {
    const document = await selectDocument(transaction, studentId, answerKey);
    if (document === undefined) return [];
    if (isDocumentConverting(document)) throw documentConvertingRefusal();
    await detachDocument(transaction, studentId, answerKey, parts.clock());
    return fileKeysOfDocument(document);
  });
  await parts.discard(unneeded);
}
