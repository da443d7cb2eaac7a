import type { MailJob } from '../jobs/jobs.ts';
import type { Paragraph, WriteLetter } from '../mail/letter.ts';
import type { Mail, Posting, SendMail } from '../mail/send-mail.ts';
import { type Randomness, makeToken } from '../http/secret-token.ts';
import type { ServerSecret } from '../storage/server-secret.ts';
import { codeOf, linkTokenOf, type ConfirmationStore, type WaitingSignup } from './confirmation-store.ts';
import { selectAccount, type AccountRow } from '#server/student-tables/account-store.ts';
import type { Database } from '../storage/database.ts';
import { putEmailCode, selectWantedEmail } from './email-change-store.ts';
import { giveMailOfAccountBack, takeMailOfAccount } from './mail-allowance.ts';
import { putResetId } from './password-reset-store.ts';
import { dateText } from '#texts/language.ts';
import { say } from '#texts/say.ts';
import { mailTexts } from '#generated/texts.ts';

export type AccountMailParts = {
  readonly db: Database;
  readonly confirmations: ConfirmationStore;
  readonly secret: ServerSecret;
  readonly clock: () => Date;
  readonly random: Randomness;
  readonly sendMail: SendMail;
  /** The letter that is sent. */
  readonly posting: Posting;
  /** Origin of the links. */
  readonly publicOrigin: () => string;
  readonly writeLetter: WriteLetter;
  /** Who answers students, where the partner says it. */
  readonly office?: string | undefined;
};

/** The mails that an account sends: all but those of an application. */
export type AccountMails = Readonly<
  Record<
    Exclude<MailJob['kind'], 'received' | 'reminder'>,
    /** @param which sign-up is meant, or where it goes, as its job says */
    (username: string, which?: string) => Promise<void>
  >
>;

/**
 * Decides, away from the request that asked, what an address is sent by one letter. Codes and links are made here, at
 * sending time: their life begins now, and the job that asked for them held no secret. An unknown address
 * gets nothing.
 */
export function createAccountMails(parts: AccountMailParts): AccountMails {
  const toKnown = (write: (account: AccountRow, signup?: string) => Promise<void>) => {
    return async (username: string, signup?: string) => {
      const account = await selectAccount(parts.db, username);
      if (account) await write(account, signup);
    };
  };
  const sendCode = toKnown((account, signup) =>
    account.confirmedAt
      ? sendAccountMail(parts, {
          account,
          isReset: false,
          write: async () => existingAccountMail(parts, account),
        })
      : sendCodeOrLink(parts, account, signup),
  );
  return {
    signup: sendCode,
    resend: sendCode,
    forgot: toKnown((account) => sendLink(parts, account)),
    // A warning is never held back: each needs a reset, and each reset a mail that was counted.
    changed: toKnown((account) => parts.sendMail(changedMail(parts, account))),
    'reset-passkeys': toKnown((account) =>
      parts.sendMail(changedMail(parts, account, say(mailTexts.changedPasskeys))),
    ),
    'passkey-added': toKnown((account) => parts.sendMail(passkeyMail(parts, account))),
    'email-asked': toKnown((account) => askNewMailbox(parts, account)),
    'email-changed': toKnown((account, former) => parts.sendMail(emailChangedMail(parts, account, former))),
    // Nor are these: they are asked for once a day at most, and once a year.
    unused: toKnown((account) => parts.sendMail(unusedMail(parts, account))),
    'deletion-asked': toKnown((account) => askOffice(parts, account)),
    'many-failures': async (username) => {
      const account = await selectAccount(parts.db, username);
      if (account?.confirmedAt) await parts.sendMail(failuresMail(parts, account));
    },
  };
}

/** Where it cannot be known which of several sign-ups is the owner's, she chooses a password by the link. */
async function sendCodeOrLink(parts: AccountMailParts, account: AccountRow, signup?: string): Promise<void> {
  const hash = signup === undefined ? undefined : Buffer.from(signup, 'base64url');
  const meant = await parts.confirmations.findSignup(account.id, hash);
  if (!meant) return sendLink(parts, account);
  return sendAccountMail(parts, { account, isReset: false, write: () => codeMail(parts, account, meant) });
}

function sendLink(parts: AccountMailParts, account: AccountRow): Promise<void> {
  return sendAccountMail(parts, { account, isReset: true, write: () => linkMail(parts, account) });
}

type CountedMail = {
  readonly account: AccountRow;
  readonly isReset: boolean;
  readonly write: () => Promise<Mail>;
};

async function sendAccountMail(
  parts: AccountMailParts,
  { account, isReset, write }: CountedMail,
): Promise<void> {
  const mail = { studentId: account.id, isReset, now: parts.clock() };
  const mailId = await takeMailOfAccount(parts.db, mail);
  if (mailId === undefined) return;
  try {
    await parts.sendMail(await write());
  } catch (error) {
    await giveMailOfAccountBack(parts.db, mailId);
    throw error;
  }
}

const TIME = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const;

async function codeMail(parts: AccountMailParts, account: AccountRow, signup: WaitingSignup): Promise<Mail> {
  const code = codeOf(parts.secret, parts.posting.id);
  const linkToken = linkTokenOf(parts.secret, parts.posting.id);
  await parts.confirmations.putCode(signup, { code, linkToken }, parts.clock());
  const query = new URLSearchParams({ username: account.username, code, signup: linkToken });
  return accountLetter(parts, account, say(mailTexts.code), [
    say(mailTexts.codeIs),
    { code },
    say(mailTexts.codeLife),
    say(mailTexts.codeLink),
    { link: `${parts.publicOrigin()}/confirm?${query.toString()}` },
    say(mailTexts.codeWhich, { time: dateText(signup.createdAt, TIME) }),
    say(mailTexts.codeNotYou),
  ]);
}

async function linkMail(parts: AccountMailParts, account: AccountRow): Promise<Mail> {
  const id = makeToken(parts.random);
  const { isAgain } = parts.posting;
  await putResetId(parts.db, { studentId: account.id, id, isAgain, now: parts.clock() });
  const query = new URLSearchParams({ username: account.username, id });
  return accountLetter(parts, account, say(mailTexts.reset), [
    say(mailTexts.resetLink),
    { link: `${parts.publicOrigin()}/reset?${query.toString()}` },
    say(mailTexts.resetLife),
    say(mailTexts.resetNotYou),
  ]);
}

function existingAccountMail(parts: AccountMailParts, account: AccountRow): Mail {
  return accountLetter(parts, account, say(mailTexts.existing), [
    say(mailTexts.existingWho),
    say(mailTexts.existingLogIn),
    { link: `${parts.publicOrigin()}/login` },
    say(mailTexts.existingForgot),
  ]);
}

function changedMail(parts: AccountMailParts, account: AccountRow, ...further: readonly string[]): Mail {
  return accountLetter(parts, account, say(mailTexts.changed), [
    say(mailTexts.changedWhat),
    ...further,
    say(mailTexts.changedNotYou),
    { link: `${parts.publicOrigin()}/login` },
  ]);
}

function passkeyMail(parts: AccountMailParts, account: AccountRow): Mail {
  return accountLetter(parts, account, say(mailTexts.passkey), [
    say(mailTexts.passkeyWhat),
    say(mailTexts.passkeyNotYou),
    { link: `${parts.publicOrigin()}/login` },
  ]);
}

/** The mailbox that a student wants learns by what it is asked whether it has an account; the student does not. */
async function askNewMailbox(parts: AccountMailParts, { id: studentId }: AccountRow): Promise<void> {
  const email = await selectWantedEmail(parts.db, studentId);
  if (email === undefined) return;
  const other = await selectAccount(parts.db, email);
  if (other?.confirmedAt) {
    const write = async () =>
      accountLetter(parts, other, say(mailTexts.emailTaken), [say(mailTexts.emailTakenWhat)]);
    return sendAccountMail(parts, { account: other, isReset: false, write });
  }
  const code = codeOf(parts.secret, parts.posting.id);
  await putEmailCode(parts.db, parts.secret, { studentId, email, code }, parts.clock());
  const paragraphs = [
    say(mailTexts.emailCode),
    { code },
    say(mailTexts.emailLife),
    say(mailTexts.emailNotYou),
  ];
  await parts.sendMail(parts.writeLetter({ to: email, subject: say(mailTexts.email), paragraphs }));
}

function emailChangedMail(parts: AccountMailParts, account: AccountRow, former = account.username): Mail {
  const paragraphs = [say(mailTexts.emailChangedWhat), say(mailTexts.emailChangedNotYou)];
  return parts.writeLetter({ to: former, subject: say(mailTexts.emailChanged), paragraphs });
}

function failuresMail(parts: AccountMailParts, account: AccountRow): Mail {
  return accountLetter(parts, account, say(mailTexts.failures), [
    say(mailTexts.failuresWhat),
    say(mailTexts.failuresForgot),
    { link: `${parts.publicOrigin()}/login` },
    say(mailTexts.failuresNotYou),
  ]);
}

/** To the office, which decides about what was submitted. */
async function askOffice({ office, sendMail, writeLetter }: AccountMailParts, { username }: AccountRow) {
  if (office === undefined) return;
  const paragraphs = [say(mailTexts.deletionWho, { email: username }), say(mailTexts.deletionHow)];
  await sendMail(writeLetter({ to: office, subject: say(mailTexts.deletion), paragraphs }));
}

function unusedMail(parts: AccountMailParts, account: AccountRow): Mail {
  return accountLetter(parts, account, say(mailTexts.unused), [
    say(mailTexts.unusedWhat),
    say(mailTexts.unusedKeep),
    { link: `${parts.publicOrigin()}/login` },
    say(mailTexts.unusedNothing),
  ]);
}

function accountLetter(
  parts: AccountMailParts,
  account: AccountRow,
  subject: string,
  paragraphs: readonly Paragraph[],
): Mail {
  return parts.writeLetter({ to: account.username, subject, paragraphs });
}
