import { submittedText } from '#form/deadlines/deadline-text.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import type { Partner } from '#form/definition/definition.ts';
import { NEXT_STEPS } from '#form/progress/next-steps.ts';
import { greetingName } from '#form/summary/student-names.ts';
import { zonedTime } from '#form/summary/zoned-time.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';
import { selectSubmission, type Submission } from '#server/student-tables/submission-store.ts';
import type { Paragraph } from '../mail/letter.ts';
import type { SendMail } from '../mail/send-mail.ts';
import type { Services } from '../start/services.ts';
import { say, bannerTexts, mailTexts } from '#texts/say.ts';

/** Mails the receipt of a submission, with its time and deadline. Of the answers it has only the name. */
export async function sendReceivedMail(parts: Services, sendMail: SendMail, username: string): Promise<void> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const submission = student && (await selectSubmission(parts.db, student.id, parts.definition));
  if (submission === undefined) return;
  const paragraphs = [...received(parts, submission), ...nextSteps(parts)];
  await sendMail(parts.writeLetter({ to: username, subject: say(mailTexts.received), paragraphs }));
}

function received({ localized, institution }: Services, submission: Submission): readonly Paragraph[] {
  const { partner } = localized();
  const { definition, answers, receipt, submittedAt } = submission;
  const name = greetingName(definition, answers);
  const { time_zone: zone } = partner;
  const time = zonedTime(submittedAt, typeof zone === 'string' ? zone : undefined);
  return [
    name === '' ? say(bannerTexts.thanksUnnamed) : say(bannerTexts.thanks, { name }),
    say(mailTexts.receivedWhen, { university: institution, time }),
    { code: receipt },
    say(mailTexts.receivedKeep),
    ...inTime(partner, submission),
  ];
}

/** Nothing where no deadline applied. */
function inTime(partner: Partner, { deadline, isLate, submittedAt: now }: Submission): readonly Paragraph[] {
  const deadlines = deadlinesOf(partner);
  return deadlines && deadline ? [submittedText(deadlines, { deadline, isLate, now })] : [];
}

function nextSteps({ publicOrigin }: Services): readonly Paragraph[] {
  const steps = NEXT_STEPS.map(({ title, text }, index) =>
    say(mailTexts.receivedStep, { number: index + 1, title: say(title), text: say(text) }),
  );
  return [
    say(mailTexts.receivedNext),
    ...steps,
    say(mailTexts.receivedLogIn),
    { link: `${publicOrigin()}/login` },
  ];
}
