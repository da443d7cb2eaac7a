import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import type { GetPdfDocumentAnswerAnswer, PostPdfDocumentAnswerBody } from '#generated/api.ts';
import { currentName } from '#form/migration/current-names.ts';
import { selectDocument } from '#server/student-tables/document-store.ts';
import { requireNoWait } from '../http/refusal.ts';
import type { Services } from '../start/services.ts';
import { failedConversions } from './conversion-worker.ts';
import {
  recordDocument,
  removeConversion,
  removeDocument,
  unknownDocumentRefusal,
} from './document-records.ts';
import { say, conversionTexts, documentsTexts } from '#texts/say.ts';

const DOCUMENT = '/api/document-answer/:answer_key';
const PATH = '/api/pdf/document-answer/:answer_key';

type ByKey = { readonly Params: { readonly answer_key: string } };

/** Adds the calls for a document (docs/behavior.md 4.9 and 7.3): deletion, and its PDF's start, status, download and removal. */
export function documentRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  const onRequest = guard.require;
  /** Returns the key of a document question. @throws Refusal 404 for any other key */
  const keyOf = ({ params }: FastifyRequest<ByKey>): string => {
    const answerKey = currentName(parts.definition.moves?.keys, params.answer_key);
    if (!documentKeysOf(parts.definition).has(answerKey)) throw unknownDocumentRefusal();
    return answerKey;
  };
  app.delete<ByKey>(DOCUMENT, { onRequest }, async (request) => {
    const document = { session: guard.of(request), client: request.ip, answerKey: keyOf(request) };
    await removeDocument(parts, document);
    return { message: say(documentsTexts.deleted) };
  });
  app.post<ByKey & { Body: PostPdfDocumentAnswerBody }>(PATH, { onRequest }, async (request) => {
    const session = guard.of(request);
    const answerKey = keyOf(request);
    await holdBack(parts, session.studentId);
    const { file_key: fileKey, file_name: fileName } = request.body;
    await recordDocument(parts, { session, client: request.ip, answerKey, fileKey, fileName });
    return { message: say(conversionTexts.started) };
  });
  app.get<ByKey>(PATH, { onRequest }, (request) =>
    readStatus(parts, guard.of(request).studentId, keyOf(request)),
  );
  app.get<ByKey>(`${PATH}/file`, { onRequest, config: { isDownload: true } }, async (request, reply) => {
    const answerKey = keyOf(request);
    const document = await selectDocument(parts.db, guard.of(request).studentId, answerKey);
    const pdf = await parts.clientMemory.read(reply, document?.pdf_key);
    if (pdf === undefined) throw unknownDocumentRefusal();
    const name = `attachment; filename="${answerKey}.pdf"`;
    return reply.type('application/pdf').header('content-disposition', name).send(pdf);
  });
  app.delete<ByKey>(PATH, { onRequest }, async (request) => {
    const { studentId } = guard.of(request);
    await removeConversion(parts, studentId, keyOf(request));
    return { message: say(conversionTexts.deleted) };
  });
}

/** Delays students whose files repeatedly crash the converter. */
async function holdBack({ limits, clock }: Services, studentId: string): Promise<void> {
  const { key, rate } = failedConversions(studentId);
  requireNoWait(await limits.peek(key, rate, clock()), conversionTexts.manyFailures);
}

async function readStatus(
  { db }: Services,
  studentId: string,
  answerKey: string,
): Promise<GetPdfDocumentAnswerAnswer> {
  const document = await selectDocument(db, studentId, answerKey);
  if (document === undefined) return { status: 'NOT_ANSWERED', message: '' };
  const { status, message, pages, thumbnail } = document;
  return {
    status,
    message,
    ...(pages === null ? {} : { pages }),
    ...(thumbnail === null ? {} : { thumbnail: thumbnail.toString('base64') }),
  };
}
