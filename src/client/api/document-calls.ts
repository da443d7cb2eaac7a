import type * as Api from '#generated/api.ts';
import { refusedCallError, type Call, RequestError } from './call.ts';
import { createSendForm, type FormWatch, type SendForm } from './send-form.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Calls for an application's documents (docs/behavior.md 7.2). All need a session. */
export type DocumentCalls = ReturnType<typeof createDocumentCalls>;

/** Creates the calls from a {@link Call} and a {@link SendForm}. */
export function createDocumentCalls(
  call: Call,
  sendForm: SendForm = createSendForm(() => new XMLHttpRequest()),
) {
  return {
    documentAnswers: () => call<Api.GetDocumentAnswerAnswer>('GET', '/api/document-answer'),
    deleteDocument: (key: string) =>
      call<Api.DeleteDocumentAnswerAnswer>('DELETE', `/api/document-answer/${encodeURIComponent(key)}`),
    presignedUrl: (answer_key: string) =>
      call<Api.PostPresignedUrlAnswer>('POST', '/api/presigned-url', { body: { answer_key } }),
    /** Posts the file to its target. @throws RequestError `unreachable` also on abort */
    postFile: (target: Api.PostPresignedUrlAnswer, file: File, watch: FormWatch) =>
      postFile(sendForm, target, file, watch),
    startConversion: (key: string, file_key: string, file_name: string) =>
      call<Api.PostPdfDocumentAnswerAnswer>('POST', conversionPath(key), { body: { file_key, file_name } }),
    conversionStatus: (key: string) => call<Api.GetPdfDocumentAnswerAnswer>('GET', conversionPath(key)),
    deleteConversion: (key: string) => call<Api.DeletePdfDocumentAnswerAnswer>('DELETE', conversionPath(key)),
  };
}

function conversionPath(key: string): string {
  return `/api/pdf/document-answer/${encodeURIComponent(key)}`;
}

/** Fields precede the file, where S3 stops reading. */
async function postFile(
  sendForm: SendForm,
  { url, fields }: Api.PostPresignedUrlAnswer,
  file: File,
  watch: FormWatch,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const answer = await sendForm(url, form, watch).catch(() => undefined);
  if (!answer) throw new RequestError('unreachable', say(errorTexts.unreachable));
  if (answer.status < 200 || answer.status >= 300) throw refusedCallError(answer.status, answer.body);
}
