import type { FastifyInstance } from 'fastify';
import type { GetProfileAnswer, PostWebStatusBody, GetOpeningAnswer } from '#generated/api.ts';
import { deriveWebStatus, nextWebStatus } from '#form/progress/web-status.ts';
import type { Answers } from '#form/definition/definition.ts';
import { documentAnswersOf, withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { selectLogins } from '#server/student-tables/account-store.ts';
import { knownForm } from '#form/moves/compatibility-copies.ts';
import { readApplication, readDocuments } from '#server/answer-migration/migrated-application.ts';
import {
  withLockedApplication,
  type Application,
  updateLastForm,
} from '#server/student-tables/application-store.ts';
import {
  attachedDocumentKeys,
  attachedFiles,
  type DocumentRow,
} from '#server/student-tables/document-store.ts';
import { selectReceipt, selectDefinition } from '#server/student-tables/submission-store.ts';
import type { Session } from '#server/student-tables/session-store.ts';
import { Refusal, alreadySubmittedRefusal } from '../http/refusal.ts';
import type { Services } from '../start/services.ts';
import { insertStatusStep, selectStatusSteps } from '#server/student-tables/status-store.ts';
import { say, savingTexts, submitTexts } from '#texts/say.ts';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { readTabs } from './control-routes.ts';
import { changedSince } from '#form/progress/changed-since.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import { withDocuments } from './document-state.ts';

/** More than anybody reads; the page only wants to know whether this is the first. */
const LOGINS_SHOWN = 100;

/** The generated type knows no read-only lists. */
type Profile = Omit<GetProfileAnswer, 'answer'> & { readonly answer: Answers };

/** What the page loads first, and the steps it reports. */
export function profileRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  app.get('/api/profile', { onRequest: guard.require }, async (request) => {
    return (await readOpening(parts, guard.of(request)))['/api/profile'];
  });
  app.get(OPENING_PATH, { onRequest: guard.require }, (request) => readOpening(parts, guard.of(request)));
  app.post<{ Body: PostWebStatusBody }>('/api/web-status', { onRequest: guard.require }, (request) =>
    takeStep(parts, guard.of(request).studentId, request.body.web_status),
  );
}

/** Who is logged in, how far they are, and what they answered. */
async function readProfile(
  parts: Services,
  session: Session,
  application: Application,
  documents: readonly DocumentRow[],
): Promise<Profile> {
  const status = await selectStatusSteps(parts.db, session.studentId);
  const logins = await selectLogins(parts.db, session.studentId, LOGINS_SHOWN);
  const submission = await selectReceipt(parts.db, session.studentId);
  return {
    username: session.username,
    last_page: application.lastPage,
    successful_login: logins.map((at) => at.toISOString()),
    web_status: status.map((event) => ({ ...event, at: event.at.toISOString() })),
    answer: withoutDocumentAnswers(parts.definition, knownForm(parts.definition, application).answers),
    document_answer: documentAnswersOf(parts.definition, attachedDocumentKeys(documents)),
    version: application.version,
    receipt: submission?.receipt ?? null,
    deadline: submission?.deadline?.toISOString() ?? null,
    late: submission?.isLate ?? false,
    // With this the browser encrypts what is not saved yet. The next log-in is given the same, whatever rotates.
    storage_key: parts.secret.derive(`storage:${session.studentId}`).toString('base64url'),
    look_at: [...(await keysToLookAt(parts, application, documents))],
  };
}

/** Takes the next step, or repeats the present one. Only a submit makes an application submitted. */
function takeStep(parts: Services, studentId: string, asked: PostWebStatusBody['web_status']) {
  return withLockedApplication(parts.db, studentId, async (transaction) => {
    const current = deriveWebStatus(await selectStatusSteps(transaction, studentId));
    const step = nextWebStatus(current, asked);
    if (step.kind === 'refused' && current === 'submitted') throw alreadySubmittedRefusal();
    if (step.kind === 'refused' || (step.kind === 'forward' && step.status === 'submitted')) {
      throw new Refusal(409, say(submitTexts.notNow));
    }
    if (step.kind === 'forward') await insertStatusStep(transaction, studentId, step.status, parts.clock());
    return { message: say(savingTexts.noted) };
  });
}

/** What a page opens with in one answer, by the paths of the calls that answer its parts alone (decision 4). */
async function readOpening(parts: Services, session: Session): Promise<GetOpeningAnswer> {
  const application = await readApplication(parts, session.studentId);
  const documents = await readDocuments(parts, session.studentId);
  return {
    '/api/profile': await readProfile(parts, session, application, documents),
    '/api/tabs': readTabs(parts, application),
    '/api/add-another': application.counts,
    '/api/document-answer': attachedFiles(documents),
  };
}

/** Questions to review because the form changed since it was opened last. Stored until it changes once more. */
async function keysToLookAt(
  parts: Services,
  application: Application,
  documents: readonly DocumentRow[],
): Promise<readonly string[]> {
  const { db, definition } = parts;
  const { studentId, lastForm, lookAt, submittedAt } = application;
  if (submittedAt !== null || lastForm === definition.hash) return lookAt;
  const keys = await keysSince(parts, application, documents);
  await updateLastForm(db, studentId, { lastForm: definition.hash, lookAt: keys });
  return keys;
}

async function keysSince(
  { db, definition, questionnaire: { validators }, clock, log }: Services,
  application: Application,
  documents: readonly DocumentRow[],
): Promise<readonly string[]> {
  const { lastForm, lookAt } = application;
  const before = lastForm === null ? undefined : await selectDefinition(db, lastForm);
  if (before === undefined) return lookAt;
  // Also what is asked no more: the former form is to find what it knew.
  const { answers, ...choices } = knownForm(definition, application);
  const known = { ...choices, answers: { ...application.answers, ...answers } };
  const state = withDocuments(definition, known, documents);
  const errors = validateBounded({ definition, state, validators, now: clock() }, log);
  const earlier = lookAt.filter((key) => Object.hasOwn(errors, key));
  return [...new Set([...earlier, ...changedSince({ before, present: definition, errors }, state)])];
}
