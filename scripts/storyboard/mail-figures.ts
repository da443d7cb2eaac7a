import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAccountMails } from '#server/accounts/account-mails.ts';
import { createConfirmationStore } from '#server/accounts/confirmation-store.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { type ReminderMailParts, sendReminderMail } from '#server/reminders/reminder-mail.ts';
import { sendReceivedMail } from '#server/application/received-mail.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { letterheadOf, writeLetter } from '#server/mail/letter.ts';
import type { Mail } from '#server/mail/send-mail.ts';
import { institutionOf, type Questionnaire } from '#server/settings/questionnaire.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { secretOf } from '#server/storage/server-secret.ts';
import { insertAccount, selectAccount } from '#server/student-tables/account-store.ts';
import { insertApplication } from '#server/student-tables/application-store.ts';
import { insertDefinition, insertSubmission } from '#server/student-tables/submission-store.ts';
import { RECEIPT, STUDENT } from '../pictures/memory-answers.ts';
import type { Figure } from './figure.ts';

/** Every mail to a student, written by the server for an account in a database of its own. */
export async function mailFigures(questionnaire: Questionnaire, now: Date): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-mails-'));
  const storage = await openStorage({ dataDir: folder });
  try {
    const mails = await mailsOf(questionnaire, storage, now);
    return mails.map(({ subject, html }, index) => ({
      chapter: 'Mails',
      heading: 'Mails',
      caption: subject,
      anchor: `mail.${index + 1}`,
      scene: { path: '/', html: withSubject(html ?? '', subject), clips: ['body'] },
    }));
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

async function mailsOf(questionnaire: Questionnaire, { db }: Storage, now: Date): Promise<readonly Mail[]> {
  const { definition, partner } = questionnaire;
  const sent: Mail[] = [];
  const secret = secretOf(Buffer.alloc(32, 1));
  const confirmations = createConfirmationStore(db, secret);
  const letterhead = letterheadOf(partner, institutionOf(questionnaire));
  const parts = {
    db,
    confirmations,
    secret,
    clock: () => now,
    random: systemRandomness,
    posting: { id: '', isAgain: false },
    sendMail: async (mail: Mail) => void sent.push(mail),
    publicOrigin: () => 'https://apply.example.edu',
    writeLetter: (letter: Parameters<typeof writeLetter>[1]) => writeLetter(letterhead, letter),
  };
  const mails = createAccountMails(parts);
  const id = systemRandomness.uuid();
  await insertAccount(db, { id, username: STUDENT, passwordHash: '-', tokenHash: Buffer.alloc(32), now });
  await mails.signup(STUDENT);
  const code = /^\d{6}$/m.exec(sent[0]?.text ?? '')?.[0] ?? '';
  await confirmations.confirm({ username: STUDENT, code, now }, insertApplication);
  if (!(await selectAccount(db, STUDENT))?.confirmedAt) throw new Error('The mailed code confirms nothing.');
  for (const kind of [
    'signup',
    'forgot',
    'changed',
    'reset-passkeys',
    'passkey-added',
    'email-changed',
    'many-failures',
    'unused',
  ] as const)
    await mails[kind](STUDENT);
  await remind({ ...parts, definition, partner, secret });
  await insertDefinition(db, definition, now);
  const answers = Object.fromEntries(definition.greetingName.map((key) => [key, 'Ada']));
  const submission = {
    receipt: RECEIPT,
    submittedAt: now,
    definition,
    answers,
    tabs: {},
    counts: {},
    deadline: null,
    isLate: false,
  };
  await db.transaction().execute((transaction) => insertSubmission(transaction, id, submission));
  const institution = institutionOf(questionnaire);
  await sendReceivedMail({ ...parts, definition, partner, institution }, STUDENT);
  return sent;
}

const DAY_MS = 86_400_000;

/** Three days before the first deadline; nothing where the partner has none. */
async function remind(parts: Omit<ReminderMailParts, 'clock'>): Promise<void> {
  const ends = deadlinesOf(parts.partner)?.dates[0]?.ends;
  if (ends === undefined) return;
  const clock = (): Date => new Date(Date.parse(ends) - 3 * DAY_MS);
  await sendReminderMail({ ...parts, clock }, STUDENT, ends);
}

function withSubject(html: string, subject: string): string {
  return html.replace(
    /(<body[^>]*>)/,
    (body) => `${body}<h1 style="font-size:18px">${escapeHtml(subject)}</h1>`,
  );
}
