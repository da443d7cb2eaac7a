import type { Transaction } from 'kysely';
import { deleteMailsTo } from '../mail/mail-folder.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { deleteJobsOf } from '../jobs/job-rows.ts';
import { deleteAccount, selectStudentId } from '#server/student-tables/account-store.ts';
import { selectFileKeysOfStudent } from '#server/student-tables/file-rows.ts';
import type { Tables } from '../storage/tables.ts';
import type { OperationParts } from './operation-parts.ts';

/** How much was removed. */
export type DeletedCounts = {
  readonly accounts: number;
  readonly events: number;
  readonly jobs: number;
  readonly mails: number;
  /** Of documents, and the PDF copy. */
  readonly files: number;
};

/**
 * Removes all that names a student: the account with everything that hangs on it (answers, submission, sessions,
 * codes), its documents, jobs, events, and mails that are files. An address without an account may have left traces too. What
 * stays is the event of the deletion itself, which names nobody.
 */
export async function deleteStudent(parts: OperationParts, username: string): Promise<DeletedCounts> {
  const { fileKeys, ...rows } = await parts.db
    .transaction()
    .execute((trx) => deleteRows(parts, trx, username));
  // Afterwards, because a job that ran until now may have written one more; one of a file that is still written is
  // named by no row, and the server's sweep removes it.
  await parts.files.remove(fileKeys);
  return { ...rows, files: fileKeys.length, mails: await deleteMailsTo(parts.dataDir, username) };
}

async function deleteRows({ audit }: OperationParts, trx: Transaction<Tables>, username: string) {
  const student = await selectStudentId(trx, username).executeTakeFirst();
  const jobs = await deleteJobsOf(trx, username, student?.id);
  const fileKeys = student === undefined ? [] : await selectFileKeysOfStudent(trx, student.id);
  const accounts = await deleteAccount(trx, username);
  const events = await audit.deleteOf(username, trx);
  await audit.record(
    { kind: 'delete', username: '', client: BY_OPERATOR, result: 'ok', detail: `${accounts} accounts` },
    trx,
  );
  return { accounts, events, jobs, fileKeys };
}
