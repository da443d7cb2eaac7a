import { logInButton, type Paragraph } from '../mail/letter.ts';
import type { Mail, Posting, SendMail } from '../mail/send-mail.ts';
import { makeToken } from '../http/secret-token.ts';
import { codeOf, linkTokenOf, type SignupOrigin, type WaitingSignup } from './confirmation-store.ts';
import { selectAccount, type AccountRow } from '#server/student-tables/account-store.ts';
import { putEmailCode, selectPlannedEmail, selectWantedEmail } from './email-change-store.ts';
import { refundMailOfAccount, consumeMailOfAccount } from './mail-allowance.ts';
import { putResetId } from './password-reset-store.ts';
import { cancelToken } from './planned-email.ts';
import { zonedTime } from '#form/summary/zoned-time.ts';
import { listText } from '#texts/language.ts';
import { selectPasskeys } from '#server/student-tables/passkey-store.ts';
import { liveSessions } from '#server/student-tables/session-store.ts';
import type { Services } from '../start/services.ts';
import { say, emailTexts, mailTexts, ownAccountTexts } from '#texts/say.ts';

type MailServices = Services & {
  readonly sendMail: SendMail;
  /** The letter being sent. */
  readonly posting: Posting;
};

/**
 * Creates the writers of account mails, by job kind. Unknown addresses get nothing. Codes and links are created at
 * sending time: their lifetime begins then, and jobs contain no secrets.
 */
export function createAccountMails(services: MailServices) {
  const toKnown = (write: (account: AccountRow, which?: string) => Promise<void>) => {
    // `which` is the job's sign-up or recipient.
    return async (username: string, which?: string) => {
      const account = await selectAccount(services.db, username);
      if (account) await write(account, which);
    };
  };
  const send = (name: keyof typeof LETTERS) =>
    toKnown((account) => services.sendMail(fixedLetter(services, account, name)));
  const sendCode = toKnown((account, signup) =>
    account.confirmedAt
      ? sendAccountMail(services, account, async () => fixedLetter(services, account, 'known'))
      : sendCodeOrLink(services, account, signup),
  );
  return {
    signup: sendCode,
    resend: sendCode,
    forgot: toKnown((account) => sendLink(services, account)),
    // Warnings are unlimited: each needs a reset, whose mail was counted.
    changed: toKnown((account) => mailNewPassword(services, account)),
    'reset-passkeys': send('reset-passkeys'),
    'passkey-added': send('passkey-added'),
    'email-asked': toKnown((account, to) => mailNewAddress(services, account, to)),
    'email-planned': toKnown((account) => mailPlannedEmail(services, account)),
    'email-dropped': send('email-dropped'),
    'email-changed': toKnown((account, former) =>
      services.sendMail(emailChangedMail(services, account, former)),
    ),
    // Also unlimited: requested at most once a day or year.
    unused: send('unused'),
    'deletion-asked': toKnown((account) => notifyOffice(services, account, 'asked')),
    'deletion-withdrawn': toKnown((account) => notifyOffice(services, account, 'withdrawn')),
    'many-failures': toKnown(async (account) => {
      if (account.confirmedAt) await services.sendMail(fixedLetter(services, account, 'many-failures'));
    }),
  };
}

/** Sends the code, or a reset link if the owner's sign-up is ambiguous. */
async function sendCodeOrLink(services: MailServices, account: AccountRow, signup?: string): Promise<void> {
  const hash = signup === undefined ? undefined : Buffer.from(signup, 'base64url');
  const meant = await services.confirmations.findSignup(account.id, hash);
  if (!meant) return sendLink(services, account);
  return sendAccountMail(services, account, () => codeMail(services, account, meant));
}

function sendLink(services: MailServices, account: AccountRow): Promise<void> {
  return sendAccountMail(services, account, () => linkMail(services, account), true);
}

async function sendAccountMail(
  services: MailServices,
  account: AccountRow,
  write: () => Promise<Mail>,
  isReset = false,
): Promise<void> {
  const mail = { studentId: account.id, isReset, now: services.steadyClock() };
  const mailId = await consumeMailOfAccount(services.db, mail);
  if (mailId === undefined) return;
  try {
    await services.sendMail(await write());
  } catch (error) {
    await refundMailOfAccount(services.db, mailId);
    throw error;
  }
}

async function codeMail(services: MailServices, account: AccountRow, signup: WaitingSignup): Promise<Mail> {
  const code = codeOf(services.secret, services.posting.id);
  const linkToken = linkTokenOf(services.secret, services.posting.id);
  await services.confirmations.putCode(signup, { code, linkToken }, services.steadyClock());
  const query = new URLSearchParams({ username: account.username, code, signup: linkToken });
  return accountLetter(services, account, say(mailTexts.codeSubject, { code }), [
    say(mailTexts.codeWhich, { which: originText(services, signup) }),
    say(mailTexts.codeIs),
    { code },
    say(mailTexts.codeLife),
    say(mailTexts.codeLink),
    { link: `${services.publicOrigin()}/confirm?${query.toString()}`, label: say(mailTexts.code) },
    say(mailTexts.codeNotYou),
  ]);
}

/** Names a sign-up, session or passkey by its time and browser, e.g. `March 1, 2026 at 5:00 AM (Denver time) · Firefox, Windows`. */
export function originText(
  services: Pick<Services, 'localized'>,
  { createdAt, device }: SignupOrigin,
): string {
  return `${zonedTime(createdAt, services.localized().partner.time_zone)} · ${device || say(ownAccountTexts.unknownDevice)}`;
}

async function linkMail(services: MailServices, account: AccountRow): Promise<Mail> {
  const id = makeToken(services.random);
  const { isAgain } = services.posting;
  await putResetId(services.db, { studentId: account.id, id, isAgain, now: services.steadyClock() });
  const query = new URLSearchParams({ username: account.username, id });
  return accountLetter(services, account, say(mailTexts.reset), [
    say(mailTexts.resetLink),
    { link: `${services.publicOrigin()}/reset?${query.toString()}`, label: say(mailTexts.reset) },
    say(mailTexts.resetLife),
    say(mailTexts.resetNotYou),
  ]);
}

/** Fixed letters: subject, then paragraphs; '' links to the log-in. */
const LETTERS = {
  known: [mailTexts.existing, mailTexts.existingWho, mailTexts.existingLogIn, '', mailTexts.existingForgot],
  'reset-passkeys': [
    mailTexts.changed,
    mailTexts.changedWhat,
    mailTexts.changedPasskeys,
    mailTexts.changedNotYou,
    '',
  ],
  'email-dropped': [mailTexts.emailDropped, mailTexts.emailDroppedWhat, ''],
  'passkey-added': [mailTexts.passkey, mailTexts.passkeyWhat, mailTexts.passkeyNotYou, ''],
  'many-failures': [
    mailTexts.failures,
    mailTexts.failuresWhat,
    mailTexts.failuresForgot,
    '',
    mailTexts.failuresNotYou,
  ],
  unused: [mailTexts.unused, mailTexts.unusedWhat, mailTexts.unusedKeep, '', mailTexts.unusedNothing],
} as const;

function fixedLetter(services: MailServices, account: AccountRow, name: keyof typeof LETTERS): Mail {
  const [subject, ...texts] = LETTERS[name];
  const logIn = logInButton(services.publicOrigin());
  const paragraphs = texts.map((text) => (text === '' ? logIn : say(text)));
  return accountLetter(services, account, say(subject), paragraphs);
}

function listOf(services: MailServices, used: readonly SignupOrigin[]): string {
  return used.length === 0
    ? say(mailTexts.changedNone)
    : listText(used.map((each) => originText(services, each)));
}

/** Notifies the student of a new password. Lists the sessions and passkeys that still work. */
async function mailNewPassword(services: MailServices, account: AccountRow): Promise<void> {
  const { db, publicOrigin, sendMail, steadyClock } = services;
  await sendMail(
    accountLetter(services, account, say(mailTexts.changed), [
      say(mailTexts.changedByYou),
      say(mailTexts.changedSessions, {
        sessions: listOf(services, await liveSessions(db, account.id, steadyClock())),
      }),
      say(mailTexts.changedKept, { passkeys: listOf(services, await selectPasskeys(db, account.id)) }),
      say(mailTexts.changedNotYou),
      logInButton(publicOrigin()),
    ]),
  );
}

/** Mails the code to a new address, or a notice if it has an account. The student cannot learn which. */
async function mailNewAddress(services: MailServices, { id: studentId }: AccountRow, to?: string) {
  const email = await selectWantedEmail(services.db, studentId);
  // Requested later: the limit of its address decides about its own mail.
  if (email === undefined || email !== (to ?? email)) return;
  const other = await selectAccount(services.db, email);
  if (other?.confirmedAt) {
    const write = async () =>
      accountLetter(services, other, say(mailTexts.emailTaken), [say(mailTexts.emailTakenWhat)]);
    return sendAccountMail(services, other, write);
  }
  const code = codeOf(services.secret, services.posting.id);
  await putEmailCode(services.db, services.secret, { studentId, email, code }, services.steadyClock());
  const paragraphs = [
    say(mailTexts.emailCode),
    { code },
    say(mailTexts.emailLife),
    say(mailTexts.emailNotYou),
  ];
  await services.sendMail(
    services.writeLetter({ to: email, subject: say(mailTexts.codeSubject, { code }), paragraphs }),
  );
}

/** Announces a change to the current mailbox, with a link that cancels it. */
async function mailPlannedEmail(services: MailServices, account: AccountRow): Promise<void> {
  const planned = await selectPlannedEmail(services.db, account.id);
  if (planned === undefined) return;
  const token = cancelToken(services.secret, account.id, planned.appliesAt);
  await services.sendMail(
    accountLetter(services, account, say(mailTexts.emailPlanned), [
      say(mailTexts.emailPlannedWhen, {
        when: zonedTime(planned.appliesAt, services.localized().partner.time_zone),
      }),
      say(mailTexts.emailPlannedNotYou),
      {
        link: `${services.publicOrigin()}/cancel-email?${new URLSearchParams({ token }).toString()}`,
        label: say(emailTexts.cancel),
      },
    ]),
  );
}

function emailChangedMail(services: MailServices, account: AccountRow, former = account.username): Mail {
  const paragraphs = [say(mailTexts.emailChangedWhat), say(mailTexts.emailChangedNotYou)];
  return services.writeLetter({ to: former, subject: say(mailTexts.emailChanged), paragraphs });
}

/** Notifies the office, which decides about submitted applications. */
async function notifyOffice(
  { questionnaire, sendMail, writeLetter }: MailServices,
  { username: email }: AccountRow,
  event: 'asked' | 'withdrawn',
): Promise<void> {
  const { help_email: office } = questionnaire.partner;
  const [subject, paragraphs] =
    event === 'asked'
      ? [mailTexts.deletion, [say(mailTexts.deletionWho, { email }), say(mailTexts.deletionHow)]]
      : [mailTexts.withdrawal, [say(mailTexts.withdrawalWho, { email })]];
  await sendMail(writeLetter({ to: office, subject: say(subject), paragraphs }));
}

function accountLetter(
  services: MailServices,
  account: AccountRow,
  subject: string,
  paragraphs: readonly Paragraph[],
): Mail {
  return services.writeLetter({ to: account.username, subject, paragraphs });
}
