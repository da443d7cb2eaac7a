import { selectStudentId } from '#server/student-tables/account-store.ts';
import { selectReceipt } from '#server/student-tables/submission-store.ts';
import type { ApplicationParts } from './application-parts.ts';
import { say } from '#texts/say.ts';
import * as mailTexts from '#generated/texts/mail.ts';

/** Confirms to a student, once the submission is safe, that it was received, with the receipt to quote. */
export async function sendReceivedMail(
  parts: Pick<ApplicationParts, 'db' | 'sendMail' | 'writeLetter'>,
  username: string,
): Promise<void> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const receipt = student && (await selectReceipt(parts.db, student.id));
  if (receipt === undefined) return;
  await parts.sendMail(
    parts.writeLetter({
      to: username,
      subject: say(mailTexts.received),
      paragraphs: [say(mailTexts.receivedReceipt), { code: receipt }, say(mailTexts.receivedKeep)],
    }),
  );
}
