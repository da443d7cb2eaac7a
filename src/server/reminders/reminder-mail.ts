import { deadlineWords, approximateTime } from '#form/deadlines/deadline-text.ts';
import { deadlineState } from '#form/deadlines/deadlines.ts';
import { formProgress } from '#form/progress/progress.ts';
import { greetingName } from '#form/summary/student-names.ts';
import { logInButton, type Paragraph } from '../mail/letter.ts';
import type { SendMail } from '../mail/send-mail.ts';
import { readSavedForm } from '../answer-migration/migrated-application.ts';
import { selectStudentId } from '../student-tables/account-store.ts';
import { selectApplication } from '../student-tables/application-store.ts';
import { withDocuments } from '../application/document-state.ts';
import type { Services } from '../start/services.ts';
import { say, bannerTexts, mailTexts } from '#texts/say.ts';
import { signSubject } from '../http/secret-token.ts';

/** Reminds a student of a deadline. Not if submitted, stopped, or changed to another deadline. */
export async function sendReminderMail(
  parts: Services,
  sendMail: SendMail,
  { username, deadline }: { readonly username: string; readonly deadline: string | undefined },
): Promise<void> {
  const { db, definition, localized, clock } = parts;
  const { deadlines } = localized().partner;
  const now = clock();
  const student = await selectStudentId(db, username).executeTakeFirst();
  if (student === undefined || deadlines === undefined) return;
  const application = await selectApplication(db, student.id);
  if (application.submittedAt ?? application.remindersStoppedAt) return;
  const { documents, ...form } = await readSavedForm(parts, student.id, application);
  const state = deadlineState(deadlines, form.answers, now);
  if (state?.phase !== 'open' || state.deadline.ends !== deadline) return;
  const { open } = formProgress(definition, withDocuments(definition, form, documents)).total;
  const { lead } = deadlineWords(deadlines, state, { now });
  const stop = new URLSearchParams({
    token: signSubject(parts.secret, STOP_REMINDERS, student.id),
  }).toString();
  const letter = parts.writeLetter({
    to: username,
    subject: say(mailTexts.reminder, { left: approximateTime(state.leftMs) }),
    paragraphs: reminder(parts, {
      name: greetingName(definition, form.answers),
      when: lead,
      open: open.length,
      stop,
    }),
  });
  // One-click unsubscribe in mail programs, without a page (RFC 8058).
  await sendMail({
    ...letter,
    headers: {
      'List-Unsubscribe': `<${parts.publicOrigin()}/public/stop-reminders?${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}

type Reminder = {
  readonly name: string;
  readonly when: string;
  /** Number of missing required answers. */
  readonly open: number;
  readonly stop: string;
};

function reminder({ publicOrigin }: Services, { name, when, open, stop }: Reminder): readonly Paragraph[] {
  return [
    name === '' ? say(bannerTexts.hello) : say(mailTexts.reminderName, { name }),
    say(mailTexts.reminderWhen, { when }),
    leftToDo(open),
    logInButton(publicOrigin()),
    say(mailTexts.reminderStop),
    { link: `${publicOrigin()}/stop-reminders?${stop}` },
  ];
}

function leftToDo(count: number): string {
  if (count === 0) return say(mailTexts.reminderSubmit);
  return count === 1 ? say(mailTexts.reminderOne) : say(mailTexts.reminderMany, { count });
}

/** Purpose of a link that only stops one student's reminders. */
export const STOP_REMINDERS = 'stop-reminders';
