import type { AuditTrail, TrailAddress } from '../audit/audit-trail.ts';
import { deleteMailsTo } from '../mail/mail-folder.ts';
import { deleteJobsOf } from '../jobs/job-rows.ts';
import { deleteAccount, selectStudentId } from '#server/student-tables/account-store.ts';
import { deletePastApplication, selectPastApplications } from '#server/student-tables/cycle-store.ts';
import { selectFileKeysOfStudents } from '#server/student-tables/file-rows.ts';
import type { Services } from '../start/services.ts';
import type { FileStore } from '../files/file-store.ts';
import { selectFormerAddresses, selectFreedAt } from '../accounts/email-change-store.ts';
import type { Database, Transaction } from '../database/database.ts';

type Deletion = {
  /** Origin of the deletion, for the audit trail. */
  readonly by: string;
  /** Checked in the deleting transaction. */
  readonly onlyIf?: (transaction: Transaction) => Promise<boolean>;
  /** ID of a past application, which alone is deleted. */
  readonly pastId?: string | undefined;
};

/**
 * Deletes all data of a student, including former addresses. Account, answers, documents, jobs and mails. An address
 * without an account can have left traces. Audit events stay without the name.
 * @returns the number of deletions; zeros if `onlyIf` is false
 * @throws Error if files cannot be removed; the rows then stay, so that it can be repeated
 */
export async function deleteStudent(
  parts: Pick<StudentDataServices, 'db' | 'files' | 'dataDir' | 'audit'>,
  username: string,
  { by, onlyIf, pastId }: Deletion,
) {
  return parts.db.transaction().execute(async (trx) => {
    if (onlyIf && !(await onlyIf(trx))) return { accounts: 0, events: 0, jobs: 0, mails: 0, files: 0 };
    const { fileKeys, addresses, ...rows } = await (pastId === undefined
      ? deleteRows(parts.audit, trx, username, by)
      : deletePastRows(parts.audit, trx, { pastId, username, by }));
    // Before the rows are deleted for good: without them this could not be repeated if files cannot be removed. A file
    // still being written has no row, and the server's sweep removes it.
    await parts.files.remove(fileKeys, trx);
    let mails = 0;
    for (const address of addresses) mails += await deleteMailsTo(parts.dataDir, address);
    return { ...rows, files: fileKeys.length, mails };
  });
}

async function deleteRows(audit: AuditTrail, trx: Transaction, username: string, by: string) {
  const student = await selectStudentId(trx, username).executeTakeFirst();
  const addresses = await trailAddressesOf(trx, username);
  const past = student === undefined ? [] : await selectPastApplications(trx, student.id).execute();
  const ids = [...(student ? [student.id] : []), ...past.map(({ id }) => id)];
  const fileKeys = await selectFileKeysOfStudents(trx, ids);
  const accounts = await deleteAccount(trx, username);
  const detail = `${accounts} accounts`;
  await audit.record({ kind: 'delete', username, client: by, detail }, trx);
  let jobs = 0;
  for (const address of addresses) jobs += await deleteJobsOf(trx, address, ids);
  // Events stay without the name.
  return { accounts, events: await audit.unname(addresses, trx), jobs, fileKeys, addresses };
}

type PastDeletion = { readonly pastId: string; readonly username: string; readonly by: string };

/** Deletes a past application. The events of its account stay. */
async function deletePastRows(audit: AuditTrail, trx: Transaction, { pastId, username, by }: PastDeletion) {
  const fileKeys = await selectFileKeysOfStudents(trx, [pastId]);
  const accounts = await deletePastApplication(trx, pastId);
  const detail = `${accounts} past applications`;
  await audit.record({ kind: 'delete', username, client: by, detail }, trx);
  return { accounts, events: 0, jobs: 0, fileKeys, addresses: [] };
}

/** Services for exporting and deleting a student's data. */
export type StudentDataServices = Pick<Services, 'audit' | 'clock' | 'dataDir' | 'db' | 'questionnaire'> & {
  readonly files: FileStore;
};

/** Returns a student's addresses in the audit trail, current first, each while nobody else had it. */
export async function trailAddressesOf(db: Database, username: string): Promise<readonly TrailAddress[]> {
  const student = await selectStudentId(db, username).executeTakeFirst();
  if (student === undefined) return [{ email: username }];
  const freedAt = (email: string, before?: Date) => selectFreedAt(db, { email, before }, student.id);
  const former = (await selectFormerAddresses(db, student.id)).map(async ({ email, until }) => {
    const other = await selectStudentId(db, email).executeTakeFirst();
    const isReused = other !== undefined || ((await freedAt(email)) ?? until) > until;
    return { email, after: await freedAt(email, until), until: isReused ? until : undefined };
  });
  return [{ email: username, after: await freedAt(username) }, ...(await Promise.all(former))];
}
