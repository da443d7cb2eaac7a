import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetOpeningAnswer, GetProfileAnswer, PostWebStatusBody } from '#generated/api.ts';
import { deriveWebStatus, webStatusStep } from '#form/progress/web-status.ts';
import type { Answers } from '#form/definition/definition.ts';
import { documentAnswersOf, withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import { migrateOpening } from '#server/answer-migration/migrated-application.ts';
import { withLockedApplication, updateLastForm } from '#server/student-tables/application-store.ts';
import { attachedDocumentKeys, attachedFiles } from '#server/student-tables/document-store.ts';
import type { PageLoad } from '#server/student-tables/opening-store.ts';
import { carriedKeys } from '#form/answers/carried-answers.ts';
import { cycleNameOf, cyclePhase, nextCycle } from '#form/deadlines/cycle.ts';
import { selectDefinition } from '#server/student-tables/submission-store.ts';
import { Refusal, alreadySubmittedRefusal } from '../http/refusal.ts';
import type { Services } from '../start/services.ts';
import { insertStatusStep, selectStatusSteps } from '#server/student-tables/status-store.ts';
import { say, savingTexts, submitTexts } from '#texts/say.ts';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { changedSince } from '#form/progress/changed-since.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import { withDocuments } from './document-state.ts';

/** The generated type has mutable lists. */
type Profile = Omit<GetProfileAnswer, 'answer'> & { readonly answer: Answers };

/** Adds the calls that a page loads first, and POST /api/web-status. */
export function profileRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  const onRequest = guard.opening.require;
  const read = async (request: FastifyRequest) =>
    readOpening(parts, await migrateOpening(parts, guard.opening.of(request)));
  app.get(OPENING_PATH, { onRequest }, read);
  for (const path of OPENING_PARTS)
    app.get(path, { onRequest }, async (request) => (await read(request))[path]);
  app.post<{ Body: PostWebStatusBody }>('/api/web-status', { onRequest: guard.require }, (request) =>
    takeStep(parts, guard.of(request).studentId, request.body.web_status),
  );
}

/** Returns the student's account, progress and answers. */
async function readProfile(parts: Services, opening: PageLoad): Promise<Profile> {
  return {
    username: opening.username,
    last_page: opening.lastPage,
    successful_login: opening.logins.map((at) => at.toISOString()),
    web_status: opening.steps.map((event) => ({ ...event, at: event.at.toISOString() })),
    answer: withoutDocumentAnswers(parts.definition, knownForm(parts.definition, opening).answers),
    document_answer: documentAnswersOf(parts.definition, attachedDocumentKeys(opening.documents)),
    version: opening.version,
    receipt: opening.receipt,
    deadline: opening.deadline?.toISOString() ?? null,
    late: opening.isLate ?? false,
    // Key with which the browser encrypts unsaved changes. Stable across log-ins and secret rotation.
    storage_key: parts.secret.derive(`storage:${opening.studentId}`).toString('base64url'),
    look_at: [...(await updateKeysToReview(parts, opening))],
    ...cyclesOf(parts, opening),
  };
}

/** Returns the application's cycle, the next and past ones, and what was carried over. */
function cyclesOf(
  { definition, clock }: Services,
  opening: PageLoad,
): Pick<Profile, 'cycle' | 'next_cycle' | 'past_applications' | 'carried'> {
  const { past, submittedAt } = opening;
  const next = nextCycle(definition.cycle, opening, past);
  return {
    cycle: cycleNameOf(definition.cycle, opening),
    next_cycle: next
      ? { name: next.name, opens: next.opens ?? null, is_open: cyclePhase(next, clock()) === 'open' }
      : null,
    past_applications: past.map(({ cycle, receipt, submittedAt: at }) => ({
      cycle,
      receipt,
      submitted_at: at.toISOString(),
    })),
    carried: submittedAt === null ? [...carriedKeys(definition, opening)] : [],
  };
}

/** Takes the next step, or repeats the current one. Only a submit makes an application submitted. */
function takeStep(parts: Services, studentId: string, asked: PostWebStatusBody['web_status']) {
  return withLockedApplication(parts.db, studentId, async (transaction) => {
    const current = deriveWebStatus(await selectStatusSteps(transaction, studentId));
    const step = webStatusStep(current, asked);
    if (step === 'refused' && current === 'submitted') throw alreadySubmittedRefusal();
    if (step === 'refused' || (step === 'forward' && asked === 'submitted')) {
      throw new Refusal(409, say(submitTexts.notNow));
    }
    if (step === 'forward') await insertStatusStep(transaction, studentId, asked, parts.clock());
    return { message: say(savingTexts.noted) };
  });
}

/** Calls that return one part of the opening. */
const OPENING_PARTS = ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'] as const;

/** Returns everything a page loads on opening, by part (decision 4). */
async function readOpening(parts: Services, opening: PageLoad): Promise<GetOpeningAnswer> {
  return {
    '/api/profile': await readProfile(parts, opening),
    '/api/tabs': knownForm(parts.definition, opening).tabs,
    '/api/add-another': opening.counts,
    '/api/document-answer': attachedFiles(opening.documents),
  };
}

/** Returns questions to review because the form changed since last opened. Stored until the next change. */
async function updateKeysToReview(parts: Services, opening: PageLoad): Promise<readonly string[]> {
  const { background, db, definition } = parts;
  const { studentId, lastForm, keysToReview, submittedAt } = opening;
  if (submittedAt !== null || lastForm === definition.hash) return keysToReview;
  const keys = await keysSince(parts, opening);
  background.run(
    'last form',
    updateLastForm(db, studentId, { lastForm: definition.hash, keysToReview: keys }),
  );
  return keys;
}

async function keysSince(
  { db, definition, questionnaire: { validators }, clock, log }: Services,
  opening: PageLoad,
): Promise<readonly string[]> {
  const { lastForm, keysToReview } = opening;
  const before = lastForm === null ? undefined : await selectDefinition(db, lastForm);
  if (before === undefined) return keysToReview;
  // Includes retired answers, for comparison with the former form.
  const { answers, ...choices } = knownForm(definition, opening);
  const known = { ...choices, answers: { ...opening.answers, ...answers } };
  const state = withDocuments(definition, known, opening.documents);
  const errors = validateBounded({ definition, state, validators, now: clock() }, log);
  const earlier = keysToReview.filter((key) => Object.hasOwn(errors, key));
  return [...new Set([...earlier, ...changedSince({ before, present: definition, errors }, state)])];
}
