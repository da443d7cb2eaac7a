import { lockStudentRow } from '#server/student-tables/account-store.ts';
import type { Database, Transaction } from '../database/database.ts';
import { RESET_LIFE_MS } from './password-reset-store.ts';

/** Maximum account mails per student, so that strangers cannot flood a mailbox (OWASP ASVS 2.4.1). */
const LIMITS = [
  { sends: 3, withinMs: 15 * 60_000 },
  { sends: 10, withinMs: 24 * 3_600_000 },
] as const;

/** Beyond them, one reset mail per link lifetime, so that the owner always has a valid link. */
const RESET_EVERY_MS = RESET_LIFE_MS;

const KEPT_MS = 24 * 3_600_000;

type MailToConsume = { readonly studentId: string; readonly isReset: boolean; readonly now: Date };

/** Consumes one mail of a student's allowance. Undefined if it is used up. */
export function consumeMailOfAccount(db: Database, mail: MailToConsume): Promise<number | undefined> {
  return db.transaction().execute((trx) => takeOne(trx, mail));
}

/** Refunds a mail that could not be sent. */
export async function refundMailOfAccount(db: Database, mailId: number): Promise<void> {
  await db.deleteFrom('account_mail').where('id', '=', mailId).execute();
}

async function takeOne(
  trx: Transaction,
  { studentId, isReset, now }: MailToConsume,
): Promise<number | undefined> {
  // Lock the student, so that two workers cannot both take the last one.
  await lockStudentRow(trx, studentId);
  const oldest = new Date(now.getTime() - KEPT_MS);
  await trx
    .deleteFrom('account_mail')
    .where('student_id', '=', studentId)
    .where('sent_at', '<=', oldest)
    .execute();
  const sent = await trx
    .selectFrom('account_mail')
    .select(['sent_at', 'is_reset'])
    .where('student_id', '=', studentId)
    .execute();
  // Absolute difference, because the clock can have been set back since.
  const isWithin = (at: Date, withinMs: number): boolean => Math.abs(now.getTime() - at.getTime()) < withinMs;
  const isUsedUp = LIMITS.some(
    ({ sends, withinMs }) => sent.filter((mail) => isWithin(mail.sent_at, withinMs)).length >= sends,
  );
  const hasReset = sent.some((mail) => mail.is_reset && isWithin(mail.sent_at, RESET_EVERY_MS));
  if (isUsedUp && (!isReset || hasReset)) return undefined;
  const mail = await trx
    .insertInto('account_mail')
    .values({ student_id: studentId, sent_at: now, is_reset: isReset })
    .returning('id')
    .executeTakeFirstOrThrow();
  return mail.id;
}

/** Returns the times of mails to a student, for export. */
export function exportMails(db: Database, studentId: string): Promise<object[]> {
  return db.selectFrom('account_mail').select('sent_at').where('student_id', '=', studentId).execute();
}
