import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { mergeAnswers, type StoredAnswers } from '#form/answers/merge-answers.ts';
import { companionsOf, withoutCompanions } from '#form/answers/with-companions.ts';
import type { Answers } from '#form/definition/definition.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import type { PostValidationsBody, PutAnswerBody } from '#generated/api.ts';
import { Refusal } from '../refusal.ts';
import type { ApplicationParts } from './application-parts.ts';
import { writeLockedAnswers } from './application-store.ts';
import {
  createAnswersReader,
  writeMergedAnswers,
  type OpenedAnswers,
  type ReadAnswers,
} from './save-statements.ts';
import { createTurns } from './turns.ts';
import { alreadySubmitted } from './already-submitted.ts';

const SAVED = 'Your answers are saved.';
const CONFLICT =
  'Some of these questions were answered differently in another window. Please choose which answer to keep.';
const BAD_ANSWERS = 'Some answers cannot be saved. Please check the questions named here.';

/** Saving: PUT /api/answer merges by key, POST /api/validations keeps what the page found wrong. */
export function answerRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const { guard, schemaOf, store } = parts;
  const takeTurn = createTurns();
  const readAnswers = createAnswersReader(parts.pool);
  app.put<{ Body: PutAnswerBody }>(
    '/api/answer',
    { schema: schemaOf('PUT /api/answer'), attachValidation: true },
    (request, reply) => {
      const token = guard.tokenOf(request, reply);
      return takeTurn(token, async () => save(parts, await open(parts, readAnswers, token, reply), request));
    },
  );
  app.post<{ Body: PostValidationsBody }>(
    '/api/validations',
    { schema: schemaOf('POST /api/validations'), onRequest: guard.require },
    async (request) => {
      const { validations } = request.body;
      const isOpen = await store.change(guard.of(request).studentId, { kind: 'validations', validations });
      if (!isOpen) throw alreadySubmitted();
      return { message: 'Noted.' };
    },
  );
}

/** Session and answers together; this route does not run `guard.require`. */
async function open(
  parts: ApplicationParts,
  readAnswers: ReadAnswers,
  token: string,
  reply: FastifyReply,
): Promise<OpenedAnswers> {
  const opened = await readAnswers(token, parts.clock());
  if (opened === undefined) throw parts.guard.refuse(reply);
  await parts.guard.touch(opened);
  return opened;
}

async function save(
  parts: ApplicationParts,
  opened: OpenedAnswers,
  request: FastifyRequest<{ Body: PutAnswerBody }>,
) {
  if (request.validationError) throw request.validationError;
  const { answer, base_version: baseVersion } = request.body;
  const delta = requireAnswers(parts, answer);
  const merged = merge(parts, opened, delta, baseVersion);
  if (merged.changed.length === 0) return { message: SAVED, version: opened.version };
  if (await writeMergedAnswers(parts.pool, opened.studentId, merged, opened.version)) {
    return { message: SAVED, version: merged.version };
  }
  return saveLocked(parts, opened.studentId, delta, baseVersion);
}

/** The way for the one that lost a race: nobody else writes while it reads, merges and writes once more. */
function saveLocked(
  parts: ApplicationParts,
  studentId: string,
  delta: Answers,
  baseVersion: number | undefined,
) {
  return parts.store.withLock(studentId, async (transaction, application) => {
    const merged = merge(parts, application, delta, baseVersion);
    await writeLockedAnswers(transaction, studentId, merged);
    return { message: SAVED, version: merged.version };
  });
}

/** The border where a posted map becomes answers: 422 with a sentence per key that is none. */
function requireAnswers(parts: ApplicationParts, delta: PutAnswerBody['answer']): Answers {
  const errors = checkAnswers(parts.definition, delta);
  if (!areAnswers(delta, errors)) throw new Refusal(422, BAD_ANSWERS, { errors });
  return delta;
}

/** checkAnswers has looked at every key and value; where it found nothing, each value has the type of an answer. */
function areAnswers(_delta: PutAnswerBody['answer'], errors: object): _delta is Answers {
  return Object.keys(errors).length === 0;
}

type Mergeable = StoredAnswers & { readonly submittedAt: Date | null };

/**
 * A label that was posted is replaced by the one that follows from its answer; that a document is there, only its
 * file says.
 */
function merge(
  { definition, clock }: ApplicationParts,
  application: Mergeable,
  posted: Answers,
  baseVersion: number | undefined,
) {
  if (application.submittedAt !== null) throw alreadySubmitted();
  const delta = withoutCompanions(definition, withoutDocumentAnswers(definition, posted));
  const labels = companionsOf(definition, delta, { answers: application.answers, now: clock() });
  const merged = mergeAnswers(application, delta, baseVersion, labels);
  if (merged.kind === 'conflict') {
    throw new Refusal(409, CONFLICT, { conflicts: merged.conflicts, version: application.version });
  }
  return merged;
}
