import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { companionKey } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { PostConfirmAgeBody } from '#generated/api.ts';
import { BY_SERVER } from '../audit/audit-trail.ts';
import { heldRefusal, Refusal } from '../http/refusal.ts';
import {
  type Application,
  holdApplication,
  releaseApplication,
  selectApplication,
  withLockedApplication,
} from '../student-tables/application-store.ts';
import { readApplication, withMovedApplication } from '../moves/moved-application.ts';
import { selectUsername } from '../student-tables/account-store.ts';
import type { Tables } from '../storage/tables.ts';
import type { ApplicationParts } from './application-parts.ts';
import { say } from '#texts/say.ts';
import * as ageTexts from '#generated/texts/age.ts';

type HoldParts = Pick<ApplicationParts, 'minimumAge' | 'audit' | 'jobs' | 'clock'>;

/** True for answers that have an application held back. */
export function isUnderAge({ minimumAge, clock }: HoldParts, answers: Answers): boolean {
  return minimumAge?.isUnder(answers, clock()) ?? false;
}

/**
 * Holds an application back from the moment on when it says that the student is too young, and notifies its owner; to be
 * called with the answers as they are now, while the application is locked.
 */
export async function holdIfUnderAge(
  parts: HoldParts,
  transaction: Transaction<Tables>,
  { studentId, heldAt, submittedAt, answers }: Application,
): Promise<void> {
  if (heldAt !== null || submittedAt !== null || !isUnderAge(parts, answers)) return;
  await holdApplication(transaction, studentId, parts.clock());
  const username = (await selectUsername(transaction, studentId)) ?? '';
  await parts.audit.record({ kind: 'age-hold', username, client: BY_SERVER, result: 'ok' }, transaction);
  await parts.jobs.sendMailJob({ kind: 'held', username }, transaction);
}

/** The application of a student who opens it; one that said so before anything looked at it is held back now. */
export async function openApplication(parts: ApplicationParts, studentId: string): Promise<Application> {
  const application = await readApplication(parts, studentId);
  const { answers, heldAt, submittedAt } = application;
  if (heldAt !== null || submittedAt !== null || !isUnderAge(parts, answers)) return application;
  return withMovedApplication(parts, studentId, async (transaction, locked) => {
    await holdIfUnderAge(parts, transaction, locked);
    return selectApplication(transaction, studentId);
  });
}

/** While an application is held, its date of birth alone may be corrected. @throws Refusal for anything else */
export function requireMending({ minimumAge }: HoldParts, heldAt: Date | null, delta: Answers): void {
  if (heldAt === null) return;
  const mending = [minimumAge?.key, minimumAge && companionKey(minimumAge.key)];
  if (!Object.keys(delta).every((key) => mending.includes(key))) throw heldRefusal();
}

/** POST /api/confirm-age: the date that was corrected is typed once more, and the application goes on. */
export function ageRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const { guard, schemaOf } = parts;
  app.post<{ Body: PostConfirmAgeBody }>(
    '/api/confirm-age',
    { schema: schemaOf('POST /api/confirm-age'), onRequest: guard.require },
    (request) => confirmAge(parts, request),
  );
}

/**
 * Once: a student who says a second time that they are too young, is believed. The outcome is recorded whatever it is,
 * so a refusal is thrown after the commit.
 */
async function confirmAge(
  parts: ApplicationParts,
  request: FastifyRequest<{ Body: PostConfirmAgeBody }>,
): Promise<{ message: string }> {
  const { studentId, username } = parts.guard.of(request);
  const fault = await withLockedApplication(parts.db, studentId, async (transaction, application) => {
    if (application.heldAt === null) return undefined;
    const found = faultOf(parts, application, request.body.date);
    const result = found === undefined ? 'ok' : 'refused';
    await parts.audit.record({ kind: 'age-confirmed', username, client: request.ip, result }, transaction);
    if (found === undefined) await releaseApplication(transaction, studentId);
    return found;
  });
  if (fault !== undefined) throw new Refusal(422, fault, { errors: { date: [fault] } });
  return { message: say(ageTexts.released) };
}

function faultOf(parts: HoldParts, { answers, holds }: Application, date: string): string | undefined {
  if (holds > 1) return say(ageTexts.askUs);
  if (isUnderAge(parts, answers)) return say(ageTexts.correctFirst);
  return answers[parts.minimumAge?.key ?? ''] === date ? undefined : say(ageTexts.differs);
}
