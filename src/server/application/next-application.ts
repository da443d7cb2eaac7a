import type { FastifyInstance, FastifyRequest } from 'fastify';
import { carriedForm } from '#form/answers/carried-answers.ts';
import { cycleNameOf, cyclePhase, nextCycle } from '#form/deadlines/cycle.ts';
import { cycleText } from '#form/deadlines/deadline-text.ts';
import { selectPastApplications, startNextApplication } from '#server/student-tables/cycle-store.ts';
import { withLockedApplication } from '#server/student-tables/application-store.ts';
import { selectSubmission } from '#server/student-tables/submission-store.ts';
import { cycleTexts, say } from '#texts/say.ts';
import { Refusal } from '../http/refusal.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import type { Services } from '../start/services.ts';

/** Adds POST /api/next-application, with which a student applies again in a new cycle (decision 27). */
export function nextApplicationRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  app.post('/api/next-application', { onRequest: guard.require }, async (request, reply) => {
    await startNext(parts, request);
    return reply.status(201).send({ message: say(cycleTexts.started) });
  });
}

/** Keeps the submission as a past application, and carries its answers over. @throws Refusal 409 */
function startNext(parts: Services, request: FastifyRequest): Promise<void> {
  const { audit, clock, db, definition, jobs, log } = parts;
  const { studentId, username } = parts.guard.of(request);
  return withLockedApplication(db, studentId, async (transaction, application) => {
    const submission = await selectSubmission(transaction, studentId, definition);
    const past = await selectPastApplications(transaction, studentId).execute();
    const cycle = nextCycle(definition.cycle, application, past);
    if (submission === undefined || cycle === undefined) throw new Refusal(409, say(cycleTexts.notYet));
    const now = clock();
    if (cyclePhase(cycle, now) !== 'open')
      throw new Refusal(409, cycleText(cycle, parts.questionnaire.partner, now));
    const { validators } = parts.questionnaire;
    const carried = carriedForm(
      {
        definition,
        now,
        validate: (state) => validateBounded({ definition, validators, state, now }, log),
      },
      submission,
    );
    const pastId = parts.random.uuid();
    const former = cycleNameOf(cycle, application);
    await startNextApplication(transaction, {
      studentId,
      pastId,
      cycle: former,
      carried,
      form: definition.hash,
    });
    // Makes the copy that was on its way, if any.
    await jobs.send('pdf', { studentId: pastId }, transaction);
    const event = { kind: 'next-application', username, client: request.ip, detail: cycle.name } as const;
    await audit.record(event, transaction);
  });
}
