import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { mergeAnswers, type MergeResult, type StoredAnswers } from '#form/answers/merge-answers.ts';
import { companionsOf, withoutCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { mirrorsOf } from '#form/moves/mirrors.ts';
import { mustMoveAnswers } from '#form/moves/move-application.ts';
import { conflictsAsPosted, faultsAsPosted, todaysAnswers } from '#form/moves/todays-names.ts';
import { withMovedApplication } from '#server/moves/moved-application.ts';
import type { PostValidationsBody, PutAnswerBody } from '#generated/api.ts';
import { createKeyedQueue } from '../limits/bounded-queue.ts';
import { Refusal, alreadySubmittedRefusal, stillBusyRefusal } from '../http/refusal.ts';
import { ageErrors } from './minimum-age.ts';
import type { ApplicationServices } from './application-services.ts';
import { sizeFaults, sizeOfAnswers } from './application-size.ts';
import { updateApplication, updateLockedAnswers } from '#server/student-tables/application-store.ts';
import { createLastSaves, type LastSaves } from './last-saves.ts';
import {
  createAnswersReader,
  createAnswersWriter,
  type MergedAnswersRow,
  type OpenedAnswers,
  type ReadAnswers,
  type WriteAnswers,
} from '#server/student-tables/save-statements.ts';
import { say } from '#texts/say.ts';
import { savingTexts } from '#generated/texts.ts';

/** Saves of one session that wait for the one before. */
const WAITING = 50;

/** Saving: PUT /api/answer merges by key, POST /api/validations keeps what the page found wrong. */
export function answerRoutes(app: FastifyInstance, parts: ApplicationServices): void {
  const { db, guard, schemaOf } = parts;
  // It only spares what would lose a race in this process; the database decides between processes.
  const inTurn = createKeyedQueue({ atOnce: 1, waiting: WAITING, full: stillBusyRefusal });
  const saving = {
    ...parts,
    readAnswers: createAnswersReader(parts),
    writeAnswers: createAnswersWriter(parts),
    lastSaves: createLastSaves(guard.now),
  };
  app.put<{ Body: PutAnswerBody }>(
    '/api/answer',
    {
      schema: schemaOf('PUT /api/answer'),
      onRequest: guard.admit,
      attachValidation: true,
      config: { namesBrokenText: true },
    },
    (request, reply) => {
      const token = guard.tokenOf(request, reply);
      const save = async (): Promise<Saved> =>
        (await saveOnLast(saving, token, request)) ?? saveAnswers(saving, token, request, reply);
      return inTurn(token, () => guard.queue(token, save));
    },
  );
  app.post<{ Body: PostValidationsBody }>(
    '/api/validations',
    { schema: schemaOf('POST /api/validations'), onRequest: guard.require },
    async (request) => {
      const { validations } = request.body;
      await updateApplication(db, guard.of(request).studentId, { kind: 'validations', validations });
      return { message: say(savingTexts.noted) };
    },
  );
}

type SaveServices = ApplicationServices & {
  readonly readAnswers: ReadAnswers;
  readonly writeAnswers: WriteAnswers;
  readonly lastSaves: LastSaves;
};
type SaveRequest = FastifyRequest<{ Body: PutAnswerBody }>;
type Saved = { readonly message: string; readonly version: number };

/**
 * The way that most saves take, in one statement: onto what the last save of this session left. Undefined where that is
 * not what the database has, or there is anything to refuse; nothing is written then.
 */
async function saveOnLast(
  parts: SaveServices,
  token: string,
  request: SaveRequest,
): Promise<Saved | undefined> {
  const last = parts.lastSaves.of(token);
  if (last === undefined || request.validationError) return undefined;
  const { base_version: baseVersion } = request.body;
  const answer = todaysAnswers(parts.definition, request.body.answer);
  if (!areAnswers(answer, checkAnswers(parts.definition, answer))) return undefined;
  if (hasFaults(ageErrors(parts, answer))) return undefined;
  const merged = mergeSavedAnswers(parts, last, answer, baseVersion);
  if (merged.kind === 'conflict' || merged.changed.length === 0) return undefined;
  if (hasFaults(sizeFaults(parts.definition, last.answers, merged))) return undefined;
  const seenAt = await parts.guard.touch(last);
  return writeSavedAnswers(parts, token, { ...last, seenAt }, merged);
}

async function saveAnswers(
  parts: SaveServices,
  token: string,
  request: SaveRequest,
  reply: FastifyReply,
): Promise<Saved> {
  const opened = await openAnswers(parts, token, request, reply);
  if (request.validationError) throw request.validationError;
  const delta = requireAnswers(parts, request.body.answer);
  const isMoving = opened.submittedAt === null && mustMoveAnswers(parts.definition, opened, parts.clock());
  if (isMoving) return saveLocked(parts, opened.studentId, delta, request.body);
  const merged = requireMerged(parts, opened, delta, request.body);
  if (merged.changed.length === 0) return { message: say(savingTexts.answersSaved), version: opened.version };
  return (
    (await writeSavedAnswers(parts, token, opened, merged)) ??
    saveLocked(parts, opened.studentId, delta, request.body)
  );
}

/** Session and answers together; this route does not run `guard.require`, and its first call is not counted. */
async function openAnswers(
  parts: SaveServices,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenedAnswers> {
  const opened = await parts.guard.lookUp(request, token, () => parts.readAnswers(token, parts.guard.now()));
  if (opened === undefined) throw parts.guard.refuse(reply);
  parts.guard.remember(token, { ...opened, size: sizeOfAnswers(opened.answers) });
  return { ...opened, seenAt: await parts.guard.touch(opened) };
}

/** Undefined when the database has another version, and nothing was written. */
async function writeSavedAnswers(
  { writeAnswers, guard, lastSaves }: SaveServices,
  token: string,
  opened: OpenedAnswers,
  merged: MergedAnswersRow,
): Promise<Saved | undefined> {
  lastSaves.forget(token);
  if (!(await writeAnswers(opened, merged, guard.now()))) return undefined;
  const { answers, versions, version } = merged;
  const left = { ...opened, answers, versions, version, size: sizeOfAnswers(answers) };
  lastSaves.keep(token, left);
  guard.remember(token, left);
  return { message: say(savingTexts.answersSaved), version };
}

/**
 * The way for the one that lost a race, or that finds answers of an older form: nobody else writes while it reads,
 * moves, merges and writes once more.
 */
function saveLocked(
  parts: ApplicationServices,
  studentId: string,
  delta: Answers,
  body: PutAnswerBody,
): Promise<Saved> {
  return withMovedApplication(parts, studentId, async (transaction, application) => {
    const merged = requireMerged(parts, application, delta, body);
    await updateLockedAnswers(transaction, studentId, merged);
    return { message: say(savingTexts.answersSaved), version: merged.version };
  });
}

/** The border where a posted map becomes answers: 422 with a sentence per key that is none. */
function requireAnswers(parts: ApplicationServices, posted: PutAnswerBody['answer']): Answers {
  const { definition } = parts;
  const delta = todaysAnswers(definition, posted);
  const found = { ...checkAnswers(definition, delta), ...ageErrors(parts, delta) };
  if (areAnswers(delta, found)) return delta;
  throw notStorableRefusal(definition, posted, found);
}

function notStorableRefusal(
  definition: FormDefinition,
  posted: PutAnswerBody['answer'],
  found: ReturnType<typeof checkAnswers>,
): Refusal {
  const errors = faultsAsPosted(definition, posted, found);
  return new Refusal(422, say(savingTexts.notStorable), { errors });
}

/** checkAnswers has looked at every key and value; where it found nothing, each value has the type of an answer. */
function areAnswers(_delta: PutAnswerBody['answer'], errors: object): _delta is Answers {
  return !hasFaults(errors);
}

function hasFaults(errors: object): boolean {
  return Object.keys(errors).length > 0;
}

type Mergeable = StoredAnswers & { readonly submittedAt: Date | null };

/** The merge, or the 409 that refuses it, which names each answer as it was posted. */
function requireMerged(
  parts: ApplicationServices,
  application: Mergeable,
  delta: Answers,
  { answer: posted, base_version: baseVersion }: PutAnswerBody,
): MergedAnswersRow {
  if (application.submittedAt !== null) throw alreadySubmittedRefusal();
  const merged = mergeSavedAnswers(parts, application, delta, baseVersion);
  if (merged.kind === 'conflict') {
    throw new Refusal(409, say(savingTexts.answeredElsewhere), {
      conflicts: conflictsAsPosted(parts.definition, { ...merged, posted, stored: application.answers }),
      version: application.version,
    });
  }
  const found = sizeFaults(parts.localized().definition, application.answers, merged);
  if (hasFaults(found)) throw notStorableRefusal(parts.definition, posted, found);
  return merged;
}

/**
 * A label that was posted is replaced by the one that follows from its answer, unless it is no longer offered; that a
 * document is there, only its file says.
 */
function mergeSavedAnswers(
  { definition, clock }: ApplicationServices,
  stored: StoredAnswers,
  posted: Answers,
  baseVersion: number | undefined,
): MergeResult {
  const given = withoutDocumentAnswers(definition, posted);
  const delta = withoutCompanions(definition, given);
  const labels = companionsOf(definition, given, { answers: stored.answers, now: clock() });
  const mirrors = mirrorsOf(definition.moves, { ...delta, ...labels }, stored.answers);
  return mergeAnswers(stored, delta, baseVersion, { ...labels, ...mirrors });
}
