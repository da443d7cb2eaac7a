import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';

const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** Time in which the current mailbox can cancel a proved change. */
const CANCEL_MS = 72 * 3_600_000;

/** A student's former address, and when it ended. */
type FormerAddress = { readonly email: string; readonly until: Date };

/** Stores the requested address, which voids earlier codes. */
export async function requestEmailChange(
  transaction: Transaction,
  studentId: string,
  email: string,
  now: Date,
): Promise<void> {
  const asked = { email, code_hmac: null, tries: 0, expires_at: new Date(now.getTime() + CODE_LIFE_MS) };
  await transaction
    .insertInto('email_change')
    .values({ student_id: studentId, ...asked })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet(asked))
    .execute();
}

/** Returns the student's requested, unconfirmed address. */
export async function selectWantedEmail(db: Database, studentId: string): Promise<string | undefined> {
  const wanted = db.selectFrom('email_change').select('email').where('student_id', '=', studentId);
  return (await wanted.executeTakeFirst())?.email;
}

type MailedCode = { readonly studentId: string; readonly email: string; readonly code: string };

/** Replaces the code of the requested address. */
export async function putEmailCode(
  db: Database,
  secret: ServerSecret,
  { studentId, email, code }: MailedCode,
  now: Date,
): Promise<void> {
  await db
    .updateTable('email_change')
    .set({
      code_hmac: secret.sign(messageOf(studentId, email, code)),
      tries: 0,
      expires_at: new Date(now.getTime() + CODE_LIFE_MS),
    })
    .where('student_id', '=', studentId)
    .where('email', '=', email)
    .execute();
}

/** Counts a try, then compares the code. @returns the confirmed address; undefined if wrong, expired or spent */
export async function tryEmailCode(
  db: Database,
  secret: ServerSecret,
  { studentId, code, now }: { readonly studentId: string; readonly code: string; readonly now: Date },
): Promise<string | undefined> {
  const tried = await db
    .updateTable('email_change')
    .set({ tries: sql`tries + 1` })
    .where('student_id', '=', studentId)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', now)
    .returning(['email', 'code_hmac'])
    .executeTakeFirst();
  if (!tried?.code_hmac) return undefined;
  return secret.isSigned(messageOf(studentId, tried.email, code), tried.code_hmac) ? tried.email : undefined;
}

/** Deletes the requested address. @returns false if it differs or is already planned */
export async function endEmailChange(
  transaction: Transaction,
  studentId: string,
  email: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('email_change')
    .where('student_id', '=', studentId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** An address that was proved, and when it takes effect. */
type PlannedEmail = { readonly email: string; readonly appliesAt: Date };

/** Plans the change to a proved address, replacing an earlier plan. */
export async function planEmailChange(
  transaction: Transaction,
  studentId: string,
  email: string,
  now: Date,
): Promise<void> {
  const planned = { email, applies_at: new Date(now.getTime() + CANCEL_MS) };
  await transaction
    .insertInto('planned_email')
    .values({ student_id: studentId, ...planned })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet(planned))
    .execute();
}

/** Returns the student's planned address. */
export function selectPlannedEmail(db: Database, studentId: string): Promise<PlannedEmail | undefined> {
  const planned = db.selectFrom('planned_email').select(['email', 'applies_at as appliesAt']);
  return planned.where('student_id', '=', studentId).executeTakeFirst();
}

/** Returns the students whose planned change is due. */
export async function selectDueStudents(db: Database, now: Date): Promise<readonly string[]> {
  const due = db.selectFrom('planned_email').select('student_id').where('applies_at', '<=', now);
  return (await due.execute()).map(({ student_id: id }) => id);
}

type PlanFilter = { readonly dueAt?: Date; readonly appliesAt?: Date };

/** Deletes the planned change that matches. @returns its address */
export async function endPlannedEmail(
  transaction: Transaction,
  studentId: string,
  { dueAt, appliesAt }: PlanFilter = {},
): Promise<string | undefined> {
  let deletion = transaction.deleteFrom('planned_email').where('student_id', '=', studentId);
  if (dueAt) deletion = deletion.where('applies_at', '<=', dueAt);
  if (appliesAt) deletion = deletion.where('applies_at', '=', appliesAt);
  return (await deletion.returning('email').executeTakeFirst())?.email;
}

/** Ends the student's requested and planned changes. */
export async function endEmailChanges(transaction: Transaction, studentId: string): Promise<void> {
  await transaction.deleteFrom('email_change').where('student_id', '=', studentId).execute();
  await endPlannedEmail(transaction, studentId);
}

/** Stores a student's former address, under which events were recorded. */
export async function insertFormerAddress(
  transaction: Transaction,
  studentId: string,
  { email, until }: FormerAddress,
): Promise<void> {
  await transaction.insertInto('former_address').values({ student_id: studentId, email, until }).execute();
}

/** Returns a student's former addresses, earliest first. */
export function selectFormerAddresses(db: Database, studentId: string): Promise<FormerAddress[]> {
  return db
    .selectFrom('former_address')
    .select(['email', 'until'])
    .where('student_id', '=', studentId)
    .orderBy('until')
    .execute();
}

/** Returns when another student last gave up an address, before a time; undefined if nobody did. */
export async function selectFreedAt(
  db: Database,
  { email, before }: { readonly email: string; readonly before?: Date | undefined },
  studentId: string,
): Promise<Date | undefined> {
  const others = db.selectFrom('former_address').select(({ fn }) => fn.max('until').as('at'));
  const ofEmail = others.where('email', '=', email).where('student_id', '!=', studentId);
  const freed = before === undefined ? ofEmail : ofEmail.where('until', '<', before);
  return (await freed.executeTakeFirst())?.at ?? undefined;
}

function messageOf(studentId: string, email: string, code: string): string {
  return `email:${studentId}:${email}:${code}`;
}
