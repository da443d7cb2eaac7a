import { dayOf } from '#form/conditions/date-offset.ts';
import type { Transaction } from '../database/database.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import type { Services } from '../start/services.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import { migrateApplication } from '#form/migration/migrate-application.ts';
import { withMigratedApplication } from '#server/answer-migration/migrated-application.ts';
import {
  type Application,
  closeApplication,
  forgetSubmitBegun,
  noteSubmitBegun,
} from '#server/student-tables/application-store.ts';
import { selectDocuments } from '#server/student-tables/document-store.ts';
import {
  type Submission,
  insertSubmission,
  selectReceipt,
  selectSubmission,
} from '#server/student-tables/submission-store.ts';
import { type Deadlines, type Timing, isNear, isPast, timingOf } from '#form/deadlines/deadlines.ts';
import type { Session } from '#server/student-tables/session-store.ts';
import { idInCycle, selectPastApplications } from '#server/student-tables/cycle-store.ts';
import { unreadyDocuments, withDocuments } from './document-state.ts';
import { sizeOfAnswers } from './storable-answers.ts';
import { insertStatusStep } from '#server/student-tables/status-store.ts';
import type { Randomness } from '../http/secret-token.ts';
import { say, submitTexts, bannerTexts, mailTexts } from '#texts/say.ts';
import type { GetSubmissionAnswer, GetSubmissionQuery } from '#generated/api.ts';
import { cycleText, refusalText, submittedText } from '#form/deadlines/deadline-text.ts';
import { nextSteps } from '#form/progress/next-steps.ts';
import { greetingName } from '#form/summary/student-names.ts';
import { zonedTime } from '#form/summary/zoned-time.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';
import { logInButton, type Paragraph } from '../mail/letter.ts';
import type { SendMail } from '../mail/send-mail.ts';

/** Milliseconds that a page waits for its call. One held up for longer can be held on purpose, to change answers. */
const LONGEST_WAIT_MS = 30_000;

export function submitRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  const begun = new WeakMap<FastifyRequest, Date>();
  // Time of arrival, before the call is queued. A body could be held back while answers are changed.
  const begin = async (request: FastifyRequest): Promise<void> => {
    if (!hasBody(request)) begun.set(request, parts.clock());
  };
  const onRequest = [begin, guard.saving.require];
  app.post('/api/submit', { onRequest, config: { isLong: true } }, async (request) => {
    const session = guard.saving.of(request);
    guard.noteSize(request, sizeOfAnswers(session.answers));
    const present = parts.clock().getTime();
    const arrivedAt = begun.get(request)?.getTime() ?? present;
    const now = new Date(Math.max(arrivedAt, present - LONGEST_WAIT_MS));
    await noteBegun(parts, session, now);
    const result = await submitRecorded(parts, { session, now }, request.ip);
    if (result.kind === 'late') throw new Refusal(403, result.sentence, { deadline: 'past' });
    if (result.kind === 'invalid') throw incompleteRefusal(parts, result.errors);
    const { receipt, submittedAt, deadline, isLate: late } = result;
    return {
      message: say(submitTexts.done),
      receipt,
      submitted_at: submittedAt.toISOString(),
      deadline: deadline?.toISOString() ?? null,
      late,
    };
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function incompleteRefusal({ definition }: Services, errors: ValidationErrors): Refusal {
  const { length: count } = wrongQuestions(definition, errors);
  return new Refusal(422, say(submitTexts.incomplete, { count }), { errors });
}

/** The submitting student, and the time of arrival. */
type Begun = { readonly session: Session; readonly now: Date };

type SubmitResult =
  | ({ readonly kind: 'submitted'; readonly isRepeated: boolean } & Pick<
      Submission,
      'receipt' | 'submittedAt' | 'deadline' | 'isLate'
    >)
  /** After the deadline or the end of the cycle (decision 22). */
  | { readonly kind: 'late'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: ValidationErrors };

/** Maximum refused submits per student in the audit trail, against pages that submit in a loop. */
const REFUSED_PER_HOUR = 10;

/** Submits a student's application, and records the result in the same transaction. */
function submitRecorded(parts: Services, { session, now }: Begun, client: string): Promise<SubmitResult> {
  return withMigratedApplication(parts, session.studentId, async (transaction, application) => {
    const submitted = await submitApplication(parts, { transaction, session, now }, application);
    const event = { kind: 'submit', username: session.username, client } as const;
    if (submitted.kind !== 'submitted')
      await parts.audit.recordSome({ ...event, result: 'refused' }, REFUSED_PER_HOUR, transaction);
    else if (!submitted.isRepeated) await parts.audit.record(event, transaction);
    return submitted;
  });
}

/**
 * Submits an application: validates, stores the answers with their definition, and enqueues the mail. Repeated submits
 * return the first receipt. Invalid answers leave the step at "validating".
 */
async function submitApplication(
  parts: Services,
  { transaction, session, now }: Pick<Keeping, 'transaction' | 'session' | 'now'>,
  application: Application,
): Promise<SubmitResult> {
  const given = await selectReceipt(transaction, session.studentId);
  if (given !== undefined) return { kind: 'submitted', isRepeated: true, ...given };
  const arrival = { now, begunAt: application.submitBegunAt };
  const {
    partner,
    definition: { cycle },
  } = parts.localized();
  const { deadlines } = partner;
  const timing = deadlines && timingOf(deadlines, application.answers, arrival);
  if (timing?.isLate && deadlines?.afterDeadline === 'refuse')
    return { kind: 'late', sentence: refusalText(deadlines, timing.deadline, now) };
  if (cycle?.closes !== undefined && isPast(cycle.closes, deadlines?.graceMinutes ?? 0, arrival))
    return { kind: 'late', sentence: cycleText(cycle, partner, now) };
  await insertStatusStep(transaction, session.studentId, 'started', now);
  await insertStatusStep(transaction, session.studentId, 'validating', now);
  const { definition } = parts;
  const documents = await selectDocuments(transaction, session.studentId);
  const state = withDocuments(definition, knownForm(definition, application), documents);
  const wrong = validateBounded({ ...parts.localized(), state, now }, parts.log);
  // Missing answers must be completed first; unlike documents still being converted.
  if (Object.keys(wrong).length > 0) await forgetSubmitBegun(transaction, session.studentId);
  const errors = { ...wrong, ...unreadyDocuments(definition, state, documents) };
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
  const kept = await keepSubmission(parts, { transaction, session, state, now, timing });
  return { kind: 'submitted', isRepeated: false, ...kept };
}

type Keeping = {
  readonly transaction: Transaction;
  readonly session: Session;
  readonly state: FormState;
  readonly now: Date;
  readonly timing: Timing | undefined;
};

async function keepSubmission(parts: Services, keeping: Keeping): Promise<Submission> {
  const { transaction, session, state, now, timing } = keeping;
  const receipt = makeReceipt(parts.random);
  const { definition } = parts;
  // Hidden answers are cleared, and labels are derived from the stored definition.
  const { answers: visible } = clearHidden(definition, { ...state, today: dayOf(now) });
  const answers = withCompanions(definition, visible, { answers: visible, now });
  const deadline = timing === undefined ? null : new Date(timing.deadline.ends);
  const isLate = timing?.isLate ?? false;
  const submission = { ...state, answers, receipt, submittedAt: now, definition, deadline, isLate };
  await insertSubmission(transaction, session.studentId, submission);
  await closeApplication(transaction, session.studentId, { now, cycle: definition.cycle?.name });
  await insertStatusStep(transaction, session.studentId, 'submitted', now);
  await parts.jobs.sendMailJob({ kind: 'received', username: session.username }, transaction);
  return submission;
}

/** Crockford's base 32: no ambiguous letters, no accidental words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Returns a readable receipt number: 80 random bits, like `7F3K-0QZM-2V9T-X4HB`. */
function makeReceipt(random: Randomness): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(random.integer(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The generated type has mutable lists. */
type Answer = Omit<GetSubmissionAnswer, 'answer'> & { readonly answer: Answers };

/** GET /api/submission: returns a student's own submission unchanged (decision 10). */
export function submissionRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  app.get<{ Querystring: GetSubmissionQuery }>(
    '/api/submission',
    { onRequest: guard.require },
    async (request) => readSubmission(parts, await idInCycle(parts, guard.of(request), request.query.cycle)),
  );
}

async function readSubmission(parts: Services, studentId: string): Promise<Answer> {
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

/** Records near a deadline that a submit began in time, so that retries count. Separate: a failed submit rolls back. */
async function noteBegun(parts: Services, stored: Application, now: Date): Promise<void> {
  const { definition, questionnaire } = parts;
  const { deadlines } = questionnaire.partner;
  const { answers } = migrateApplication(definition, { ...stored, documents: {} }, { now });
  const timing = deadlines && timingOf(deadlines, answers, { now, begunAt: null });
  const ends = [timing?.deadline.ends, definition.cycle?.closes].filter((end) => end !== undefined);
  if (ends.some((end) => isNear(end, deadlines?.graceMinutes ?? 0, now)))
    await noteSubmitBegun(parts.db, stored.studentId, now);
}

/** Mails the receipt of a submission, with its time and deadline. The name is the only answer included. */
export async function sendReceivedMail(parts: Services, sendMail: SendMail, username: string): Promise<void> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const read = (id: string) => selectSubmission(parts.db, id, parts.definition);
  const [past] = student ? await selectPastApplications(parts.db, student.id).execute() : [];
  // The next application can have been started before the mail was sent.
  const submission = (student && (await read(student.id))) ?? (past && (await read(past.id)));
  if (submission === undefined) return;
  const paragraphs = [...received(parts, submission), ...stepsOf(parts, submission)];
  await sendMail(parts.writeLetter({ to: username, subject: say(mailTexts.received), paragraphs }));
}

function received({ localized, institution }: Services, submission: Submission): readonly Paragraph[] {
  const { partner } = localized();
  const { definition, answers, receipt, submittedAt } = submission;
  const name = greetingName(definition, answers);
  const time = zonedTime(submittedAt, partner.time_zone);
  return [
    name === '' ? say(bannerTexts.thanksUnnamed) : say(bannerTexts.thanks, { name }),
    say(mailTexts.receivedWhen, { university: institution, time }),
    { code: receipt },
    say(mailTexts.receivedKeep),
    ...inTime(partner.deadlines, submission),
  ];
}

/** Empty when no deadline applied. */
function inTime(
  deadlines: Deadlines | undefined,
  { deadline, isLate, submittedAt: now }: Submission,
): readonly Paragraph[] {
  return deadlines && deadline ? [submittedText(deadlines, { deadline, isLate, now })] : [];
}

function stepsOf({ publicOrigin }: Services, submission: Submission): readonly Paragraph[] {
  const steps = nextSteps(submission.definition, submission).map(({ title, text }, index) =>
    say(mailTexts.receivedStep, { number: index + 1, title, text }),
  );
  return [
    ...(steps.length === 0 ? [] : [say(mailTexts.receivedNext), ...steps]),
    say(steps.length === 0 ? mailTexts.receivedRead : mailTexts.receivedLogIn),
    logInButton(publicOrigin()),
  ];
}
