import type { Transaction } from 'kysely';
import { lockStudentRow } from '#server/student-tables/account-store.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** Nobody's mailbox is filled by a stranger: at most so many mails of this area per account (OWASP ASVS 2.4.1). */
const LIMITS = [
  { sends: 3, withinMs: 15 * 60_000 },
  { sends: 10, withinMs: 24 * 3_600_000 },
] as const;

const KEPT_MS = 24 * 3_600_000;

/** Takes one mail from the allowance of a student; undefined when it is used up. */
export function takeMailOfAccount(db: Database, studentId: string, now: Date): Promise<number | undefined> {
  return db.transaction().execute((trx) => takeOne(trx, studentId, now));
}

/** Gives back a mail that could not be sent. */
export async function giveMailOfAccountBack(db: Database, mailId: number): Promise<void> {
  await db.deleteFrom('account_mail').where('id', '=', mailId).execute();
}

async function takeOne(trx: Transaction<Tables>, studentId: string, now: Date): Promise<number | undefined> {
  // The student's row is the lock: two workers cannot both take the last one.
  await lockStudentRow(trx, studentId);
  const oldest = new Date(now.getTime() - KEPT_MS);
  await trx
    .deleteFrom('account_mail')
    .where('student_id', '=', studentId)
    .where('sent_at', '<=', oldest)
    .execute();
  const sent = await trx
    .selectFrom('account_mail')
    .select('sent_at')
    .where('student_id', '=', studentId)
    .execute();
  const isUsedUp = LIMITS.some(({ sends, withinMs }) => {
    const since = now.getTime() - withinMs;
    return sent.filter((mail) => mail.sent_at.getTime() > since).length >= sends;
  });
  if (isUsedUp) return undefined;
  const mail = await trx
    .insertInto('account_mail')
    .values({ student_id: studentId, sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return mail.id;
}

/** When a student was sent a mail, as far as it is kept. */
export function exportMails(db: Database, studentId: string): Promise<object[]> {
  return db.selectFrom('account_mail').select('sent_at').where('student_id', '=', studentId).execute();
}
