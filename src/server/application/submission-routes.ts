import type { FastifyInstance } from 'fastify';
import type { Answers } from '#form/definition/definition.ts';
import type { GetSubmissionAnswer } from '#generated/api.ts';
import { selectSubmission } from '#server/student-tables/submission-store.ts';
import { Refusal } from '../http/refusal.ts';
import type { ApplicationServices } from './application-services.ts';
import { say } from '#texts/say.ts';
import { submitTexts } from '#generated/texts.ts';

/** The generated type knows no read-only lists. */
type Answer = Omit<GetSubmissionAnswer, 'answer'> & { readonly answer: Answers };

/** GET /api/submission: what a student submitted, as it was, for the student alone (decision 10). */
export function submissionRoutes(app: FastifyInstance, parts: ApplicationServices): void {
  const { guard, schemaOf } = parts;
  app.get(
    '/api/submission',
    { schema: schemaOf('GET /api/submission'), onRequest: guard.require },
    (request) => readSubmission(parts, guard.of(request).studentId),
  );
}

async function readSubmission(parts: ApplicationServices, studentId: string): Promise<Answer> {
  const { db, definition: present } = parts;
  const submission = await selectSubmission(db, studentId, present);
  if (submission === undefined) throw new Refusal(404, say(submitTexts.notYet));
  const { answers, counts, tabs, receipt, submittedAt, definition } = submission;
  return {
    answer: answers,
    add_another: counts,
    tabs,
    receipt,
    submitted_at: submittedAt.toISOString(),
    definition: definition === present ? null : definition,
  };
}
