import { sql } from 'kysely';
import { confirmAccount, lockStudentRow } from '#server/student-tables/account-store.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { hashToken } from '../http/secret-token.ts';

const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;

/** A sign-up waiting for its code. */
export type WaitingSignup = {
  readonly tokenHash: Buffer;
  readonly studentId: string;
} & SignupOrigin;

/** What distinguishes one sign-up from another. */
export type SignupOrigin = { readonly createdAt: Date; readonly device: string | null };

/** Secrets of a confirmation mail: the code to type, and the token of its link. */
type MailedSecrets = { readonly code: string; readonly linkToken: string };

/** Tokens in a request that identify its sign-up. */
type SignupTokens = {
  /** From the link in the mail. */
  readonly link: string | undefined;
  /** From the cookie of the browser that signed up. */
  readonly browser: string | undefined;
};

export type Confirmation = {
  readonly username: string;
  readonly code: string;
  /** The intended sign-up; undefined tries the codes of all pending ones of the address. */
  readonly signupHash?: Buffer | undefined;
  /** Whether the request is of who signed up: the mailbox's owner can hold the code of a stranger's sign-up. */
  readonly isOwn: (signup: Pick<Tried, 'token_hash' | 'password_hash'>) => Promise<boolean>;
  /** Runs if there is no live code: writes as much as counting a try, so that timing reveals nothing. */
  readonly onNoCode?: () => Promise<void>;
  readonly now: Date;
};

/** Runs in the confirmation's transaction. */
export type ConfirmedHook = (transaction: Transaction, studentId: string) => Promise<void>;

export function createConfirmationStore(db: Database, secret: ServerSecret) {
  return {
    findSignup: (studentId: string, tokenHash: Buffer | undefined) => findSignup(db, studentId, tokenHash),
    /** Replaces the code and link of a sign-up and resets its tries. */
    async putCode(
      { tokenHash, studentId }: Pick<WaitingSignup, 'tokenHash' | 'studentId'>,
      { code, linkToken }: MailedSecrets,
      now: Date,
    ) {
      const code_hmac = secret.sign(codeMessage(studentId, code));
      const code_expires_at = new Date(now.getTime() + CODE_LIFE_MS);
      await db
        .updateTable('signup_attempt')
        .set({ code_hmac, link_hash: hashToken(linkToken), tries: 0, own_tries: 0, code_expires_at })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    meantSignup: (username: string, tokens: SignupTokens) => meantSignup(db, username, tokens),
    /**
     * Confirms the account with its sign-up's password if the code is right, live and unused.
     * @returns whether it did; the sign-up, if the request does not prove to be its own
     */
    async confirm(confirmation: Confirmation, onConfirmed: ConfirmedHook): Promise<boolean | SignupOrigin> {
      const tried = await countTry(db, confirmation);
      if (tried.length === 0) await confirmation.onNoCode?.();
      const right = tried.find(({ student_id: id, code_hmac: stored }) =>
        secret.isSigned(codeMessage(id, confirmation.code), stored),
      );
      if (!right) return false;
      if (!(await confirmation.isOwn(right))) return { createdAt: right.created_at, device: right.device };
      return db.transaction().execute((trx) => spendCode(trx, right, confirmation.now, onConfirmed));
    },
  };
}

/** Returns the sign-up with this hash, else the student's only one. */
async function findSignup(
  db: Database,
  studentId: string,
  tokenHash: Buffer | undefined,
): Promise<WaitingSignup | undefined> {
  const signups = await db
    .selectFrom('signup_attempt')
    .innerJoin('student', 'student.id', 'signup_attempt.student_id')
    .select([
      'token_hash as tokenHash',
      'student_id as studentId',
      'signup_attempt.created_at as createdAt',
      'device',
      'student.created_at as firstAt',
    ])
    .where('student_id', '=', studentId)
    .execute();
  const meant = tokenHash && signups.find((signup) => signup.tokenHash.equals(tokenHash));
  if (meant) return meant;
  const [only, ...others] = signups;
  const isFirst = only?.createdAt.getTime() === only?.firstAt.getTime();
  return others.length === 0 && isFirst ? only : undefined;
}

/**
 * Returns the hash of the intended sign-up: by the link, else by the browser. Undefined for a browser that did not sign
 * up for this address. The hash of a deleted sign-up confirms nothing.
 */
async function meantSignup(
  db: Database,
  username: string,
  { link, browser }: SignupTokens,
): Promise<Buffer | undefined> {
  const signups = db
    .selectFrom('signup_attempt')
    .innerJoin('student', 'student.id', 'signup_attempt.student_id')
    .select(['token_hash', 'username']);
  if (link !== undefined) {
    const linked = signups.where('link_hash', '=', hashToken(link)).where('username', '=', username);
    const meant = await linked.executeTakeFirst();
    if (meant) return meant.token_hash;
  }
  if (browser === undefined) return undefined;
  const tokenHash = hashToken(browser);
  const own = await signups.where('token_hash', '=', tokenHash).executeTakeFirst();
  return own === undefined || own.username === username ? tokenHash : undefined;
}

type Tried = {
  readonly student_id: string;
  readonly token_hash: Buffer;
  readonly password_hash: string;
  readonly code_hmac: Buffer;
  readonly created_at: Date;
  readonly device: string | null;
};

/**
 * Counts a try in its own statement before comparing, so that parallel guesses cannot bypass the limit. A request that
 * identifies its sign-up has its own tries, safe from strangers. Rows are locked in a fixed order.
 */
async function countTry(
  db: Database,
  { username, signupHash, now }: Confirmation,
): Promise<readonly Tried[]> {
  const tries = sql.ref(signupHash ? 'own_tries' : 'tries');
  const isMeant = signupHash ? sql`token_hash = ${signupHash}` : sql`true`;
  const { rows } = await sql<Tried>`with live as materialized (
      select token_hash from signup_attempt
      where student_id = (select id from student where username = ${username})
        and ${isMeant} and ${tries} < ${MAX_TRIES} and code_expires_at > ${now}
      order by id for update
    )
    update signup_attempt set ${tries} = ${tries} + 1 where token_hash in (select token_hash from live)
    returning student_id, token_hash, password_hash, code_hmac, created_at, device`.execute(db);
  return rows;
}

/** Spends the code with the student locked, so that exactly one confirmation succeeds. */
async function spendCode(
  trx: Transaction,
  { student_id: studentId, token_hash: tokenHash, password_hash: passwordHash, code_hmac: code }: Tried,
  now: Date,
  onConfirmed: ConfirmedHook,
): Promise<boolean> {
  await lockStudentRow(trx, studentId);
  const signups = await trx
    .selectFrom('signup_attempt')
    .select(['token_hash', 'code_hmac'])
    .where('student_id', '=', studentId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isUnspent = signups.some((each) => each.token_hash.equals(tokenHash) && each.code_hmac?.equals(code));
  if (!isUnspent) return false;
  await confirmAccount(trx, studentId, { now, passwordHash });
  await onConfirmed(trx, studentId);
  return true;
}

/**
 * Returns six digits, each code equally likely (OWASP ASVS 6.5.3, 6.5.4). Derived from the letter (like RFC 4226), so
 * that retries have the same code; anyone able to compute them from the database could also try all.
 */
export function codeOf(secret: ServerSecret, letterId: string): string {
  const digits = secret.sign(`code:${letterId}`).readUIntBE(0, 6) % 1_000_000;
  return String(digits).padStart(6, '0');
}

/** Returns the token of a code mail's link. It identifies the sign-up and confirms nothing without the code. */
export function linkTokenOf(secret: ServerSecret, letterId: string): string {
  return secret.sign(`link:${letterId}`).toString('base64url');
}

/** Returns the signed message of a code. A plain hash of six digits is easily reversed. */
function codeMessage(studentId: string, code: string): string {
  return `${studentId}:${code}`;
}
