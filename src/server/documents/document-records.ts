import { readFileKind } from './convert/file-kind.ts';
import { ANY_FILE, fileRuleTexts, hasAcceptedType, isLongName } from '#form/documents/file-rules.ts';
import { fileRulesIn } from '#form/documents/document-answers.ts';
import { customerOf } from '../limits/client-limits.ts';
import { Refusal } from '../http/refusal.ts';
import { updateMigratedApplication } from '#server/answer-migration/migrated-application.ts';
import {
  fileKeysOfDocument,
  selectDocument,
  isDocumentConverting,
  upsertDocument,
  deleteDocuments,
  detachDocument,
} from '#server/student-tables/document-store.ts';
import { isUploaded, deleteUpload } from '#server/student-tables/upload-store.ts';
import type { Session } from '#server/student-tables/session-store.ts';
import type { Transaction } from '../database/database.ts';
import { FileError } from './convert/conversion.ts';
import type { Services } from '../start/services.ts';
import { fillText, say, documentsTexts } from '#texts/say.ts';

/** A student's claim that an uploaded file answers a question. */
type DocumentClaim = {
  readonly session: Session;
  /** Address of the client. */
  readonly client: string;
  readonly answerKey: string;
  /** Key of the upload. */
  readonly fileKey: string;
  /** Name on the student's computer. */
  readonly fileName: string;
};

/**
 * Makes a document of an uploaded file and starts its conversion; idempotent.
 * @throws Refusal 404 for a file not uploaded for this question by this student; 422 for a forbidden name, size or
 * content, which deletes the upload; 409 during conversion or after the submit
 */
export async function recordDocument(parts: Services, claim: DocumentClaim): Promise<void> {
  const { answerKey, fileKey, session } = claim;
  const { studentId } = session;
  const isOpen = (): Promise<boolean> => isUploaded(parts.db, { studentId, answerKey }, fileKey);
  const upload = (await isOpen()) ? await readUpload(parts, claim) : undefined;
  if (upload === undefined) {
    if (isRecorded(await selectDocument(parts.db, studentId, answerKey), fileKey)) return;
    // Checked again, because it can have been revoked before its file was read.
    throw (await isOpen()) ? new Refusal(422, say(documentsTexts.notArrived)) : unknownDocumentRefusal();
  }
  const { name, bytes } = upload;
  // Unique to this call, so that concurrent records of one upload neither share nor delete the file. Not the upload's
  // key, because its form could be posted again.
  const documentKey = documentKeyPrefix(fileKey) + parts.random.bytes(SUFFIX_BYTES).toString('base64url');
  await parts.files.write(documentKey, bytes);
  let isCommitting = false;
  try {
    const unneeded = await updateMigratedApplication(parts, studentId, async (transaction) => {
      const files = await recordClaimed(parts, {
        ...claim,
        documentKey,
        name,
        size: bytes.length,
        transaction,
      });
      isCommitting = true;
      return files;
    });
    parts.jobs.wake('convert');
    await parts.discard(unneeded);
  } catch (error) {
    // A failed commit can have succeeded: then the sweep decides.
    if (!isCommitting) await parts.discard([documentKey]);
    throw error;
  }
}

const SUFFIX_BYTES = 12;

/** Returns the prefix of keys under which an upload can have become a document. */
function documentKeyPrefix(fileKey: string): string {
  return `${fileKey}-`;
}

/** Whether an upload is already this document, recorded by an earlier or concurrent call. */
function isRecorded(document: Awaited<ReturnType<typeof selectDocument>>, fileKey: string): boolean {
  return (
    document !== undefined &&
    document.status !== 'NOT_ANSWERED' &&
    document.file_key.startsWith(documentKeyPrefix(fileKey))
  );
}

/** Validates the file itself, whatever the store and page have checked; undefined if there is none. */
async function readUpload(parts: Services, { session, client, ...claim }: DocumentClaim) {
  const { answerKey, fileKey } = claim;
  const rules = fileRulesIn(parts.definition, answerKey);
  const named = fileRuleTexts(rules);
  const name = readFileName(claim.fileName, rules);
  const bytes = await parts.files.read(fileKey);
  if (bytes === undefined) return undefined;
  try {
    if (bytes.length > rules.maxBytes) throw new FileError(say(documentsTexts.tooLarge, named));
    readFileKind(bytes, name, rules);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await deleteUpload(parts.db, fileKey);
    await parts.discard([fileKey]);
    // For staff who look up "my file would not attach".
    const { username } = session;
    await parts.audit.record({ kind: 'upload', username, client, result: 'refused', detail: answerKey });
    throw new Refusal(422, fillText(error.message, named));
  }
  return { name, bytes };
}

type Recording = DocumentClaim & {
  /** Key of the file written for this call. */
  readonly documentKey: string;
  readonly name: string;
  readonly size: number;
  readonly transaction: Transaction;
};

/** Writes the row, its job and its event; returns the keys of obsolete files. */
async function recordClaimed(parts: Services, recording: Recording): Promise<string[]> {
  const { session, answerKey, fileKey, documentKey, transaction } = recording;
  const { studentId, username } = session;
  const before = await selectDocument(transaction, studentId, answerKey);
  if (isRecorded(before, fileKey)) return [documentKey];
  if (before && isDocumentConverting(before)) throw documentConvertingRefusal();
  if (!(await deleteUpload(transaction, fileKey))) throw unknownDocumentRefusal();
  const document = { studentId, answerKey, fileKey: documentKey };
  const { name: fileName, size: fileSize } = recording;
  await upsertDocument(transaction, { ...document, fileName, fileSize }, parts.clock());
  const job = { ...document, client: customerOf(recording.client) };
  await parts.jobs.send('convert', job, transaction);
  const event = { kind: 'upload', username, client: recording.client, detail: answerKey } as const;
  await parts.audit.record(event, transaction);
  return [fileKey, ...(before ? fileKeysOfDocument(before) : [])];
}

/** Control characters and bidi marks: `fdp.exe` can be made to read `exe.pdf`. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Returns the last part of a path, composed, without invisible characters.
 * @throws Refusal 422 if it is empty, too long or of another type
 */
export function readFileName(given: string, rules = ANY_FILE): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replaceAll(INVISIBLE, '').trim();
  if (name === '') throw new Refusal(422, say(documentsTexts.unnamed));
  if (isLongName(name)) throw new Refusal(422, say(documentsTexts.longName));
  if (!hasAcceptedType(name, rules))
    throw new Refusal(422, say(documentsTexts.wrongType, fileRuleTexts(rules)));
  return name;
}

/**
 * Deletes a document with its files.
 * @throws Refusal 404 if there is none; 409 during conversion or after the submit
 */
export async function removeDocument(
  parts: Services,
  { session, client, answerKey }: Pick<DocumentClaim, 'session' | 'client' | 'answerKey'>,
): Promise<void> {
  const { studentId, username } = session;
  const unneeded = await updateMigratedApplication(parts, studentId, async (transaction) => {
    const document = await selectDocument(transaction, studentId, answerKey);
    if (document === undefined) throw unknownDocumentRefusal();
    if (isDocumentConverting(document)) throw documentConvertingRefusal();
    const removed = await deleteDocuments(transaction, studentId, [answerKey]);
    const event = { kind: 'document-deleted', username, client, detail: answerKey } as const;
    await parts.audit.record(event, transaction);
    return removed;
  });
  await parts.discard(unneeded);
}

/**
 * Deletes a conversion and its file. The row remains for a while, because pages delete the document next.
 * @throws Refusal 409 during conversion or after the submit
 */
export async function removeConversion(parts: Services, studentId: string, answerKey: string): Promise<void> {
  const unneeded = await updateMigratedApplication(parts, studentId, async (transaction) => {
    const document = await selectDocument(transaction, studentId, answerKey);
    if (document === undefined) return [];
    if (isDocumentConverting(document)) throw documentConvertingRefusal();
    await detachDocument(transaction, studentId, answerKey, parts.clock());
    return fileKeysOfDocument(document);
  });
  await parts.discard(unneeded);
}

/** Returns the 409 for changes to a document during its conversion. */
export function documentConvertingRefusal(): Refusal {
  return new Refusal(409, say(documentsTexts.uploadRunning));
}

/** Returns the same 404 for unknown, foreign and deleted documents. */
export function unknownDocumentRefusal(): Refusal {
  return new Refusal(404, say(documentsTexts.unknown));
}
