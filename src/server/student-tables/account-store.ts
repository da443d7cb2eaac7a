import { sql } from 'kysely';
import type { Database, Transaction } from '#server/database/database.ts';

/** Address of an account, which has one. */
export const OWN_ADDRESS = sql<string>`student.username`;

/** Address of a row of `student`; of a past application, that of its account. */
export const ADDRESS = sql<string>`coalesce(student.username,
  (select account.username from student account where account.id = student.account_id))`;

export type AccountRow = Readonly<NonNullable<Awaited<ReturnType<typeof selectAccount>>>>;

type NewAccount = Pick<AccountRow, 'id' | 'username' | 'passwordHash'> & {
  /** Hash of the browser's token for this attempt. */
  readonly tokenHash: Buffer;
  readonly device?: string;
  readonly now: Date;
};

/** Sign-up attempts stored per account, in addition to those with a mailed code … */
const KEPT_ATTEMPTS = 10;
/** … within this time: mails are limited, so nobody can fill the table or evict a mailed attempt. */
const KEPT_MS = 24 * 3_600_000;

export function selectAccount(db: Database, username: string) {
  return db
    .selectFrom('student')
    .select(['id', 'username', 'password_hash as passwordHash', 'confirmed_at as confirmedAt', 'language'])
    .where('username', '=', username)
    .$narrowType<{ username: string }>()
    .executeTakeFirst();
}

/**
 * Creates an account, or replaces an unconfirmed password, and stores the attempt. A single statement for every case,
 * so that its timing reveals nothing.
 */
export async function insertAccount(db: Database, account: NewAccount): Promise<void> {
  const { id, username, passwordHash, tokenHash, device = '', now } = account;
  await sql`with account as (
      insert into student (id, username, password_hash, created_at)
      values (${id}, ${username}, ${passwordHash}, ${now})
      on conflict (username) do update set password_hash =
        case when student.confirmed_at is null then excluded.password_hash else student.password_hash end
      returning id
    ), attempt as (
      insert into signup_attempt (token_hash, student_id, password_hash, created_at, device)
      select ${tokenHash}, id, ${passwordHash}, ${now}, ${device} from account
    )
    delete from signup_attempt where token_hash in (
      select old.token_hash from signup_attempt old join account on account.id = old.student_id
      where old.code_expires_at is null or old.code_expires_at < ${new Date(now.getTime() - KEPT_MS)}
      order by old.id desc offset ${KEPT_ATTEMPTS - 1}
    )`.execute(db);
}

/** Records a log-in if the password is unchanged; else false. Locks the row until the session is open. */
export async function recordLogin(
  transaction: Transaction,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
  { now, language }: { readonly now: Date; readonly language: string },
): Promise<boolean> {
  // First, to avoid a deadlock between concurrent log-ins that share the row lock.
  await updateLanguage(transaction, id, language);
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

/** Stores the language of an account's mails. */
export async function updateLanguage(db: Database, id: string, language: string): Promise<void> {
  await db
    .updateTable('student')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is distinct from', language)
    .execute();
}

/** Selects the ID of an address, alone or as a subquery. */
export function selectStudentId(db: Database, username: string) {
  return db.selectFrom('student').select('id').where('username', '=', username);
}

/** Selects the IDs of an address: the account and its past applications. */
export function selectStudentIds(db: Database, username: string) {
  return db.selectFrom('student').select('id').where(ADDRESS, '=', username);
}

/** Returns a student's address; undefined once the account is deleted. */
export async function selectUsername(db: Database, id: string): Promise<string | undefined> {
  const student = db.selectFrom('student').select(ADDRESS.as('username')).where('id', '=', id);
  return (await student.executeTakeFirst())?.username;
}

/** Returns the language of an account's mails. */
export async function selectLanguage(db: Database, username: string): Promise<string | undefined> {
  const student = db.selectFrom('student').select('language').where('username', '=', username);
  return (await student.executeTakeFirst())?.language ?? undefined;
}

/** Locks a student against other transactions that lock it. */
export async function lockStudentRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.selectFrom('student').select('id').where('id', '=', id).forUpdate().execute();
}

/** Confirms an account with a proved mailbox. Sets its password and deletes its sign-ups. */
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

/** Locks an account if its password is unchanged. False if it was changed or deleted. */
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

/** Log-ins and sessions in a download. More than an account has, unless somebody logs in in a loop. */
export const MOST_EXPORTED = 1000;

/** Returns an account's data without secrets, newest log-ins first; undefined for an unknown address. */
export async function selectAccountToExport(db: Database, username: string) {
  const student = await db
    .selectFrom('student')
    .select(['id', 'username', 'created_at', 'confirmed_at', 'language'])
    .where('username', '=', username)
    .executeTakeFirst();
  if (student === undefined) return undefined;
  const { id, ...account } = student;
  const attempts = db
    .selectFrom('signup_attempt')
    .select(['created_at', 'device'])
    .where('student_id', '=', id);
  const logins = db
    .selectFrom('login')
    .select('at')
    .where('student_id', '=', id)
    .orderBy('at', 'desc')
    .limit(MOST_EXPORTED);
  return { id, account, signups: await attempts.execute(), logins: await logins.execute() };
}

/** Deletes an account with all its student's rows (on delete cascade). @returns the number of accounts */
export async function deleteAccount(transaction: Transaction, username: string): Promise<number> {
  const deletion = transaction.deleteFrom('student').where('username', '=', username);
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

/** Renames an account to a proved address; deletes an unconfirmed account there. @returns false if taken */
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
