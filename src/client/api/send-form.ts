import { createTimer } from '../ui/schedule.ts';

/** Milliseconds without progress before an upload fails. */
export const STALL_TIMEOUT = 30_000;

export type FormAnswer = { readonly status: number; readonly body: unknown };

/** Progress listener and abort signal of an upload. */
export type FormWatch = {
  /** Receives the share sent, from 0 to 1. */
  readonly onShare: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Posts a form with files. Rejects with an Error without a response or on abort. */
export type SendForm = (url: string, form: FormData, watch: FormWatch) => Promise<FormAnswer>;

/** The XMLHttpRequest members used here. */
export type UploadRequest = EventTarget & { readonly upload: EventTarget } & Pick<
    XMLHttpRequest,
    'abort' | 'open' | 'responseText' | 'send' | 'setRequestHeader' | 'status'
  >;

/**
 * Creates {@link SendForm} on XMLHttpRequest, because `fetch` reports no progress.
 * Uploads on weak connections can take minutes while they progress.
 */
export function createSendForm(createRequest: () => UploadRequest): SendForm {
  return (url, form, { onShare, signal }) =>
    new Promise((resolve, reject) => {
      const request = createRequest();
      const giveUp = (): void => request.abort();
      const stalled = createTimer(giveUp);
      stalled.start(STALL_TIMEOUT);
      const end = (settle: () => void) => (): void => {
        stalled.stop();
        signal.removeEventListener('abort', giveUp);
        settle();
      };
      const lose = end(() => reject(new Error('The upload was lost.')));
      request.upload.addEventListener('progress', (event) => {
        stalled.start(STALL_TIMEOUT);
        if (event instanceof ProgressEvent && event.total > 0) onShare(event.loaded / event.total);
      });
      const succeed = end(() => resolve(answerOf(request)));
      request.addEventListener('load', succeed);
      request.addEventListener('error', lose);
      request.addEventListener('abort', lose);
      signal.addEventListener('abort', giveUp);
      request.open('POST', url);
      request.setRequestHeader('Accept', 'application/json');
      request.send(form);
    });
}

function answerOf({ status, responseText }: UploadRequest): FormAnswer {
  try {
    return { status, body: JSON.parse(responseText) };
  } catch {
    return { status, body: undefined };
  }
}
