import type { GetPdfDocumentAnswerAnswer } from '#generated/api.ts';
import type { FormAnswer, FormWatch, SendForm } from '#client/api/send-form.ts';

type Status = Omit<GetPdfDocumentAnswerAnswer, 'message'> & { readonly message?: string };
type FakeDocument = { readonly file_name: string; readonly file_size: number; readonly status: Status };

/** An upload controlled by the test. */
type HeldUpload = {
  readonly url: string;
  readonly form: FormData;
  readonly watch: FormWatch;
  /** Lets it arrive. */
  readonly arrive: () => void;
  readonly answer: (answer: FormAnswer) => void;
  readonly lose: () => void;
};

/** The upload URL. */
export const UPLOADS = '/public/upload';

/** The document calls in memory; the test controls conversions. */
export function createFakeDocuments(answerOf: (call: string) => FormAnswer | 'offline' | undefined) {
  const documents = new Map<string, FakeDocument>();
  const arrived = new Map<string, File>();
  const uploads: HeldUpload[] = [];
  let isHolding = false;
  let policies = 0;

  const sendForm: SendForm = (url, form, watch) =>
    new Promise((resolve, reject) => {
      const arrive = (): void => {
        const file = form.get('file');
        const key = form.get('key');
        if (file instanceof File && typeof key === 'string') arrived.set(key, file);
        resolve({ status: 204, body: undefined });
      };
      const lose = (): void => reject(new Error('The upload was lost.'));
      watch.signal.addEventListener('abort', lose);
      uploads.push({ url, form, watch, arrive, lose, answer: resolve });
      const other = answerOf(`POST ${url}`);
      if (other === 'offline') lose();
      else if (other) resolve(other);
      else if (!isHolding) arrive();
    });

  const startConversion = (key: string, body: Record<string, unknown>): object => {
    const file = arrived.get(String(body['file_key']));
    documents.set(key, {
      file_name: String(body['file_name']),
      file_size: file?.size ?? 0,
      status: { status: 'UNPROCESSED' },
    });
    return { message: 'The conversion has started.' };
  };

  /** The response to a document call. */
  function reply(call: string, body: Record<string, unknown>): object | undefined {
    const [, method, path, key = ''] = /^(\w+) \/api\/((?:pdf\/)?document-answer)\/(\w+)$/.exec(call) ?? [];
    if (call === 'GET /api/document-answer') return Object.fromEntries([...documents].map(namedFile));
    if (call === 'POST /api/presigned-url') {
      policies += 1;
      return { url: UPLOADS, fields: { key: `file-${policies}`, policy: 'p' } };
    }
    if (method === undefined) return undefined;
    if (method === 'POST') return startConversion(key, body);
    if (method === 'DELETE') return { message: `${documents.delete(key)} ${path}` };
    return { message: '', status: 'NOT_ANSWERED', ...documents.get(key)?.status };
  }

  return {
    reply,
    sendForm,
    uploads,
    /** Holds uploads from now on. */
    hold: () => void (isHolding = true),
    /** Sets the document of a question. */
    put: (key: string, document: FakeDocument) => void documents.set(key, document),
    /** Sets the status of a conversion. */
    convert(key: string, status: Status): void {
      const document = documents.get(key);
      if (document) documents.set(key, { ...document, status });
    },
    /** Another window deletes it. */
    forget: (key: string) => void documents.delete(key),
    keys: () => [...documents.keys()],
  };
}

function namedFile([key, { file_name, file_size }]: [string, FakeDocument]) {
  return [key, { file_name, file_size }] as const;
}
