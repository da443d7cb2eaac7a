import { createTimer } from '../ui/schedule.ts';

/** Milliseconds without progress after which an upload counts as lost. */
export const STALL_TIMEOUT = 30_000;

export type FormAnswer = { readonly status: number; readonly body: unknown };

/** Progress listener and abort signal of an upload. */
export type FormWatch = {
  /** Called with the share of the form that has been sent, from 0 to 1. */
  readonly onShare: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Posts a form with files. Rejects with an Error when no answer comes, or the signal gives it up. */
export type SendForm = (url: string, form: FormData, watch: FormWatch) => Promise<FormAnswer>;

/** The members of an XMLHttpRequest used here. */
export type UploadRequest = EventTarget & { readonly upload: EventTarget } & Pick<
    XMLHttpRequest,
    'abort' | 'open' | 'responseText' | 'send' | 'setRequestHeader' | 'status'
  >;

/**
 * Builds {@link SendForm} over XMLHttpRequest, because `fetch` does not report the progress of an upload.
 * A phone with a weak signal can send for minutes, as long as something moves.
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
