import type { ApplicationParts } from './application-parts.ts';

/** Tells a student, after the submission is safe, that it was received, with the receipt to quote. */
export async function sendReceivedMail(parts: ApplicationParts, username: string): Promise<void> {
  const submission = await parts.db
    .selectFrom('submission')
    .innerJoin('student', 'student.id', 'submission.student_id')
    .select('submission.receipt')
    .where('student.username', '=', username)
    .executeTakeFirst();
  if (submission === undefined) return;
  await parts.sendMail(
    parts.writeLetter({
      to: username,
      subject: 'We received your application',
      paragraphs: [
        'We received your application. Your receipt is:',
        { code: submission.receipt },
        'Please keep it for questions.',
      ],
    }),
  );
}
