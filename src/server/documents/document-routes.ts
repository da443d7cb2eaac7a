import type { FastifyInstance } from 'fastify';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import type { GetDocumentAnswerAnswer } from '#generated/api.ts';
import { todaysName } from '#form/moves/todays-names.ts';
import { readDocuments } from '#server/moves/moved-application.ts';
import { attachedFiles } from '#server/student-tables/document-store.ts';
import type { DocumentServices } from './document-services.ts';
import { unknownDocumentRefusal } from './document-refusals.ts';
import { removeDocument } from './remove-document.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

const BY_KEY = '/api/document-answer/:answer_key';

/** GET and DELETE /api/document-answer: which files a student has attached, and to delete one (docs/behavior.md 7.3). */
export function documentRoutes(app: FastifyInstance, parts: DocumentServices): void {
  const { definition, guard, schemaOf } = parts;
  const onRequest = guard.require;
  app.get(
    '/api/document-answer',
    { schema: schemaOf('GET /api/document-answer'), onRequest },
    async (request): Promise<GetDocumentAnswerAnswer> =>
      attachedFiles(await readDocuments(parts, guard.of(request).studentId)),
  );
  app.delete<{ Params: { readonly answer_key: string } }>(
    BY_KEY,
    { schema: schemaOf('DELETE /api/document-answer/{answer_key}'), onRequest },
    async (request) => {
      const answerKey = todaysName(definition.moves?.keys, request.params.answer_key);
      if (!documentKeysOf(definition).has(answerKey)) throw unknownDocumentRefusal();
      await removeDocument(parts, { session: guard.of(request), client: request.ip, answerKey });
      return { message: say(documentsTexts.deleted) };
    },
  );
}
