import { sql } from 'kysely';
import type { Database, Transaction } from '#server/database/database.ts';

export type AccountRow = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly confirmedAt: Date | null;
};

type NewAccount = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  /** What is stored of the token that the browser was given for this attempt. */
  readonly tokenHash: Buffer;
  readonly now: Date;
};

/** Sign-ups of one account that are remembered, in addition to those for which a code was mailed … */
const KEPT_ATTEMPTS = 10;
/** … within this time: mails are counted, so nobody can fill the table with them, nor push one of them out. */
const KEPT_MS = 24 * 3_600_000;

export function selectAccount(db: Database, username: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('student')
    .select(['id', 'username', 'password_hash as passwordHash', 'confirmed_at as confirmedAt'])
    .where('username', '=', username)
    .executeTakeFirst();
}

/**
 * Creates the account, or replaces the password of one that was never confirmed, and stores the attempt.
 * One statement whatever is known of the address, so that its time reveals nothing.
 */
export async function insertAccount(db: Database, account: NewAccount): Promise<void> {
  const { id, username, passwordHash, tokenHash, now } = account;
  await sql`with account as (
      insert into student (id, username, password_hash, created_at)
      values (${id}, ${username}, ${passwordHash}, ${now})
      on conflict (username) do update set password_hash =
        case when student.confirmed_at is null then excluded.password_hash else student.password_hash end
      returning id
    ), attempt as (
      insert into signup_attempt (token_hash, student_id, password_hash, created_at)
      select ${tokenHash}, id, ${passwordHash}, ${now} from account
    )
    delete from signup_attempt where token_hash in (
      select old.token_hash from signup_attempt old join account on account.id = old.student_id
      where old.code_expires_at is null or old.code_expires_at < ${new Date(now.getTime() - KEPT_MS)}
      order by old.id desc offset ${KEPT_ATTEMPTS - 1}
    )`.execute(db);
}

/** Records a log-in while the password is unchanged; else false. The row stays locked until the session is open. */
export async function recordLogin(
  transaction: Transaction,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
  { now, language }: { readonly now: Date; readonly language: string },
): Promise<boolean> {
  // First, since two log-ins at once would else share the row and then wait for each other.
  await transaction
    .updateTable('student')
    .set({ language })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('language', 'is distinct from', language)
    .execute();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('login')
    .columns(['student_id', 'at'])
    .expression((query) =>
      query
        .selectFrom('student')
        .select(['id', sql<Date>`${now}::timestamptz`.as('at')])
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash)
        .forShare(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The id behind an address, for a query of its own or as a part of another. */
export function selectStudentId(db: Database, username: string) {
  return db.selectFrom('student').select('id').where('username', '=', username);
}

/** The address of a student; undefined once the account is deleted. */
export async function selectUsername(db: Database, id: string): Promise<string | undefined> {
  const student = await db.selectFrom('student').select('username').where('id', '=', id).executeTakeFirst();
  return student?.username;
}

/** The language in which the owner of an account logged in last. */
export async function selectLanguage(db: Database, username: string): Promise<string | undefined> {
  const student = db.selectFrom('student').select('language').where('username', '=', username);
  return (await student.executeTakeFirst())?.language ?? undefined;
}

/** Has every other transaction that locks this student wait. */
export async function lockStudentRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.selectFrom('student').select('id').where('id', '=', id).forUpdate().execute();
}

/** Gives an account the password of somebody who has proved the mailbox; it is confirmed, and its sign-ups are over. */
export async function confirmAccount(
  transaction: Transaction,
  id: string,
  { now, passwordHash }: { readonly now: Date; readonly passwordHash: string },
): Promise<void> {
  await transaction
    .updateTable('student')
    .set({ password_hash: passwordHash, confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('signup_attempt').where('student_id', '=', id).execute();
}

/** Locks an account while its password is still the one that was compared; false when it was changed, or is deleted. */
export async function lockUnchanged(
  transaction: Transaction,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const locked = await transaction
    .selectFrom('student')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/** What is known of an account, without its secrets; undefined where the address has none. */
export async function selectAccountToExport(db: Database, username: string) {
  const student = await db
    .selectFrom('student')
    .select(['id', 'username', 'created_at', 'confirmed_at', 'language'])
    .where('username', '=', username)
    .executeTakeFirst();
  if (student === undefined) return undefined;
  const { id, ...account } = student;
  const attempts = db.selectFrom('signup_attempt').select('created_at').where('student_id', '=', id);
  const logins = db.selectFrom('login').select('at').where('student_id', '=', id).orderBy('at');
  return { id, account, signups: await attempts.execute(), logins: await logins.execute() };
}

/** Deletes an account with all rows of its student (on delete cascade); returns how many there were. */
export async function deleteAccount(transaction: Transaction, username: string): Promise<number> {
  const deletion = transaction.deleteFrom('student').where('username', '=', username);
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

/** Renames an account to a proved address; an unconfirmed account there is deleted. @returns false if it is taken */
export async function renameAccount(
  transaction: Transaction,
  id: string,
  username: string,
): Promise<boolean> {
  const unconfirmed = transaction.deleteFrom('student').where('confirmed_at', 'is', null);
  await unconfirmed.where('username', '=', username).execute();
  if (await selectStudentId(transaction, username).executeTakeFirst()) return false;
  const renamed = transaction.updateTable('student').set({ username }).where('id', '=', id);
  return (await renamed.executeTakeFirst()).numUpdatedRows === 1n;
}
