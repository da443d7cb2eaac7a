import type { FastifyInstance } from 'fastify';
import { mergeAnswers, type MergeResult, type StoredAnswers } from '#form/answers/merge-answers.ts';
import { companionsOf, withoutCompanions } from '#form/answers/with-companions.ts';
import type { Answers } from '#form/definition/definition.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { compatibilityCopies } from '#form/migration/compatibility-copies.ts';
import { needsMigration } from '#form/migration/migrate-application.ts';
import { errorsAsPosted } from '#form/migration/current-names.ts';
import type { PostValidationsBody, PutAnswerBody } from '#generated/api.ts';
import { alreadySubmittedRefusal, Refusal } from '#server/http/refusal.ts';
import { withMigratedApplication } from '#server/answer-migration/migrated-application.ts';
import {
  type Application,
  type MergedAnswers,
  sealedColumns,
  updateAnswers,
  updateDraft,
  updateLockedAnswers,
} from '#server/student-tables/application-store.ts';
import { say, savingTexts } from '#texts/say.ts';
import type { Services } from '../start/services.ts';
import { requireStorable, requireStorableSize, sizeOfAnswers } from './storable-answers.ts';

/** Adds PUT /api/answer, which merges by key, and POST /api/validations. The latter stores the page's errors. */
export function answerRoutes(app: FastifyInstance, services: Services): void {
  const { db, guard } = services;
  app.put<{ Body: PutAnswerBody }>(
    '/api/answer',
    { onRequest: guard.saving.require, config: { namesBrokenText: true } },
    (request) => {
      const application = guard.saving.of(request);
      guard.noteSize(request, sizeOfAnswers(application.answers));
      return saveAnswers(services, application, request.body);
    },
  );
  app.post<{ Body: PostValidationsBody }>(
    '/api/validations',
    { onRequest: guard.require },
    async (request) => {
      const [{ studentId }, { validations }] = [guard.of(request), request.body];
      await updateDraft(db, studentId, sealedColumns(db, studentId, { validations }));
      return { message: say(savingTexts.noted) };
    },
  );
}

type Saved = { readonly message: string; readonly version: number };

/** Saves without a lock if the version is unchanged; otherwise, or to migrate answers, with a lock. */
async function saveAnswers(
  services: Services,
  application: Application,
  body: PutAnswerBody,
): Promise<Saved> {
  const delta = requireStorable(services, body.answer);
  const mustMigrate =
    application.submittedAt === null && needsMigration(services.definition, application, services.clock());
  if (mustMigrate) return saveLocked(services, application.studentId, delta, body);
  const merged = requireMerged(services, application, delta, body);
  // Reload before reporting no changes: another save can have happened since the application was read.
  const isSaved = merged.changed.length > 0 && (await updateAnswers(services.db, application, merged));
  return isSaved
    ? { message: say(savingTexts.answersSaved), version: merged.version }
    : saveLocked(services, application.studentId, delta, body);
}

/** Saves with the application locked, so that the version cannot change. */
function saveLocked(
  services: Services,
  studentId: string,
  delta: Answers,
  body: PutAnswerBody,
): Promise<Saved> {
  return withMigratedApplication(services, studentId, async (transaction, application) => {
    const merged = requireMerged(services, application, delta, body);
    const isChanged = merged.changed.length > 0;
    if (isChanged) await updateLockedAnswers(transaction, studentId, merged);
    // Without an effect, the page has not read what others have saved since.
    const unchanged = Math.min(body.base_version ?? application.version, application.version);
    return { message: say(savingTexts.answersSaved), version: isChanged ? merged.version : unchanged };
  });
}

/** Merges answers. @throws Refusal 409 with both values of each conflict, under the posted keys; 422 if too long */
function requireMerged(
  services: Services,
  application: Application,
  delta: Answers,
  { answer: posted, base_version: baseVersion }: PutAnswerBody,
): MergedAnswers {
  if (application.submittedAt !== null) throw alreadySubmittedRefusal();
  const merged = mergeSavedAnswers(services, application, delta, baseVersion);
  if (merged.kind === 'conflict') {
    const { length: count } = Object.keys(merged.conflicts);
    throw new Refusal(409, say(savingTexts.answeredElsewhere, { count }), {
      conflicts: errorsAsPosted(services.definition, posted, merged.conflicts),
      version: application.version,
    });
  }
  requireStorableSize(services, application.answers, merged, posted);
  return merged;
}

/** Merges posted answers into stored ones. Labels are derived again; documents are attached only by their file. */
function mergeSavedAnswers(
  { definition, clock }: Services,
  stored: StoredAnswers,
  posted: Answers,
  baseVersion: number | undefined,
): MergeResult {
  const given = withoutDocumentAnswers(definition, posted);
  const delta = withoutCompanions(definition, given);
  const labels = companionsOf(definition, given, { answers: stored.answers, now: clock() });
  const mirrors = compatibilityCopies(definition.moves, { ...delta, ...labels }, stored.answers);
  return mergeAnswers(stored, delta, baseVersion, { ...labels, ...mirrors });
}
