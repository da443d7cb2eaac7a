import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAnswers } from '#form/answers/check-answers.ts';
import { mergeAnswers } from '#form/answers/merge-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import type { PostValidationsBody, PutAnswerBody } from '#generated/api.ts';
import { Refusal } from '../refusal.ts';
import type { ApplicationParts } from './application-parts.ts';
import { writeAnswers, type Application, type OpenedApplication } from './application-store.ts';
import { alreadySubmitted } from './already-submitted.ts';

const SAVED = 'Your answers are saved.';
const CONFLICT =
  'Some of these questions were answered differently in another window. Please choose which answer to keep.';
const BAD_ANSWERS = 'Some answers cannot be saved. Please check the questions named here.';

/** Saving: PUT /api/answer merges by key, POST /api/validations keeps what the page found wrong. */
export function answerRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const opened = new WeakMap<FastifyRequest, OpenedApplication>();
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const found = await parts.store.readBySession(parts.guard.tokenOf(request, reply), parts.clock());
    if (found === undefined) throw parts.guard.refuse(reply);
    await parts.guard.touch(found.session);
    opened.set(request, found);
  }
  app.put<{ Body: PutAnswerBody }>(
    '/api/answer',
    { schema: parts.schemaOf('PUT /api/answer'), onRequest: open },
    (request) => save(parts, opened.get(request)?.application, request.body),
  );
  app.post<{ Body: PostValidationsBody }>(
    '/api/validations',
    { schema: parts.schemaOf('POST /api/validations'), onRequest: parts.guard.require },
    async (request) => {
      const { validations } = request.body;
      await parts.store.change(parts.guard.of(request).studentId, { kind: 'validations', validations });
      return { message: 'Noted.' };
    },
  );
}

async function save(parts: ApplicationParts, application: Application | undefined, body: PutAnswerBody) {
  if (application === undefined) throw new Error('PUT /api/answer ran without its session.');
  const delta = requireAnswers(parts, body.answer);
  const merged = merge(application, delta, body.base_version);
  if (merged.changed.length === 0) return { message: SAVED, version: application.version };
  if (await parts.store.saveAnswers(application.studentId, merged, application.version)) {
    return { message: SAVED, version: merged.version };
  }
  return saveLocked(parts, application.studentId, delta, body.base_version);
}

/** The way for the one that lost a race: nobody else writes while it reads, merges and writes once more. */
function saveLocked(
  parts: ApplicationParts,
  studentId: string,
  delta: Answers,
  baseVersion: number | undefined,
) {
  return parts.store.withLock(studentId, async (transaction, application) => {
    const merged = merge(application, delta, baseVersion);
    await writeAnswers(transaction, studentId, merged, application.version);
    return { message: SAVED, version: merged.version };
  });
}

/** The border where a posted map becomes answers: 422 with a sentence per key that is none. */
function requireAnswers(parts: ApplicationParts, delta: PutAnswerBody['answer']): Answers {
  const errors = checkAnswers(parts.definition, delta);
  if (Object.keys(errors).length > 0) throw new Refusal(422, BAD_ANSWERS, { errors });
  // checkAnswers has looked at every key and value; what is left has the type of an answer.
  return delta as Answers;
}

function merge(application: Application, delta: Answers, baseVersion: number | undefined) {
  if (application.submittedAt !== null) throw alreadySubmitted();
  const merged = mergeAnswers(application, delta, baseVersion);
  if (merged.kind === 'conflict') {
    throw new Refusal(409, CONFLICT, { conflicts: merged.conflicts, version: application.version });
  }
  return merged;
}
