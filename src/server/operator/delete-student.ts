import type { Transaction } from 'kysely';
import { deleteMailsTo } from '../mail/mail-folder.ts';
import { OPERATOR } from '../audit/audit-trail.ts';
import { deleteJobsOf } from '../jobs/job-rows.ts';
import type { Tables } from '../storage/tables.ts';
import type { OperationParts } from './operation-parts.ts';
import { fileKeysOfStudent } from './student-files.ts';

/** How much was removed. */
export type Deleted = {
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
export async function deleteStudent(parts: OperationParts, username: string): Promise<Deleted> {
  const { fileKeys, ...rows } = await parts.db
    .transaction()
    .execute((trx) => deleteRows(parts, trx, username));
  // Afterwards, because a job that ran until now may have written one more; one of a file that is still written is
  // named by no row, and the server's sweep removes it.
  await parts.files.remove(fileKeys);
  return { ...rows, files: fileKeys.length, mails: await deleteMailsTo(parts.dataDir, username) };
}

async function deleteRows({ audit }: OperationParts, trx: Transaction<Tables>, username: string) {
  const account = await trx
    .selectFrom('student')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst();
  const jobs = await deleteJobsOf(trx, username, account?.id);
  const fileKeys = account === undefined ? [] : await fileKeysOfStudent(trx, account);
  // Rows of the other tables go with their student (on delete cascade).
  const student = await trx.deleteFrom('student').where('username', '=', username).executeTakeFirst();
  const trail = await trx.deleteFrom('audit').where('username', '=', username).executeTakeFirst();
  const accounts = Number(student.numDeletedRows);
  await audit.record(
    { kind: 'delete', username: '', client: OPERATOR, result: 'ok', detail: `${accounts} accounts` },
    trx,
  );
  return { accounts, events: Number(trail.numDeletedRows), jobs, fileKeys };
}
