import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { say, pdfCopyTexts } from '#texts/say.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { GetPdfAnswer } from '#generated/api.ts';
import { dismissToast, showToast } from '#client/ui/toast/ToastHost.tsx';
import { isUnauthorized, errorMessageOf } from '#client/api/call.ts';
import { retryAfterOf, retryDelay } from '#client/api/retry.ts';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { searchOf } from '#client/session/navigation-state.ts';
import { saveNow, notSavedMessage } from '#client/session/submit-form.ts';

/** `cycle` names that of a past application. */
type PdfCopyButtonProps = { readonly startsAtOnce?: boolean; readonly cycle?: string };

/** Requests the PDF copy, then links to it (docs/behavior.md 4.14). */
export function PdfCopyButton({ startsAtOnce = false, cycle }: PdfCopyButtonProps) {
  const { state, ask } = usePdfCopy(startsAtOnce, cycle);
  const whose = cycle && <span className="visually-hidden"> {cycle}</span>;
  const isWanted = useRef(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (state.kind !== 'ready' || !isWanted.current) return;
    isWanted.current = false;
    // The focused button is gone.
    link.current?.focus();
    link.current?.click();
  }, [state.kind]);
  return (
    <div className="stack pdf-copy no-print">
      {state.url !== undefined ? (
        <a ref={link} className={buttonClass('secondary')} href={state.url} download>
          {say(pdfCopyTexts.download)}
          {whose}
        </a>
      ) : (
        <Button
          look="secondary"
          isBusy={state.kind === 'preparing'}
          onClick={() => {
            isWanted.current = true;
            void ask();
          }}
        >
          {say(LABELS[state.kind])}
          {whose}
        </Button>
      )}
      <p className="fine-print pdf-copy-state" role="status">
        {state.message}
      </p>
    </div>
  );
}

const LABELS = {
  idle: pdfCopyTexts.download,
  ready: pdfCopyTexts.download,
  nothing: pdfCopyTexts.download,
  preparing: pdfCopyTexts.preparing,
  failed: pdfCopyTexts.again,
} as const;

/** State of the PDF copy; `nothing` before any answer. */
type PdfCopyState = {
  readonly kind: keyof typeof LABELS;
  readonly message: string;
  /** URL of the finished file. */
  readonly url?: string;
};

/** Poll interval in milliseconds (docs/behavior.md 9) during conversion and afterwards. */
const POLL_MS = 1000;
const REST_MS = 600_000;
/** Retries after a Retry-After before showing an error. */
const RETRIES = 3;

/** PDF copy of the saved answers. Starts with `ask`, since a request starts a conversion. */
function usePdfCopy(startsAtOnce: boolean, cycle: string | undefined) {
  const application = useApplication();
  const { application: calls } = useServices();
  const [isRequested, setRequested] = useState(startsAtOnce);
  const query = useQuery({
    queryKey: ['pdf-copy', cycle],
    queryFn: () => calls.pdf(cycle === undefined ? '' : searchOf({ cycle })),
    enabled: isRequested,
    // Answers can change, so earlier responses are stale.
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: true,
    throwOnError: false,
    retry: (failures, error) => failures < RETRIES && retryAfterOf(error) > 0,
    retryDelay: (failures, error) => retryDelay(failures + 1, retryAfterOf(error)),
    refetchInterval: ({ state }) =>
      state.status !== 'error' && isPending(state.data?.status) ? POLL_MS : REST_MS,
  });
  const state = pdfCopyStateOf(query, isRequested);
  const failure = state.kind === 'failed' && !isUnauthorized(query.error) ? state.message : undefined;
  useEffect(() => {
    if (failure !== undefined)
      showToast({ severity: 'error', label: say(pdfCopyTexts.error), message: failure });
  }, [failure]);

  const ask = async (): Promise<void> => {
    dismissToast(say(pdfCopyTexts.error));
    if (!(await saveNow(application))) {
      const message = `${notSavedMessage(application)} ${say(pdfCopyTexts.incomplete)}`;
      return showToast({ severity: 'error', label: say(pdfCopyTexts.error), message });
    }
    if (isRequested) await query.refetch();
    setRequested(true);
  };
  return { state, ask };
}

type CopyRequest = Pick<UseQueryResult<GetPdfAnswer>, 'data' | 'error' | 'isFetching'>;

function pdfCopyStateOf({ data, error, isFetching }: CopyRequest, isRequested: boolean): PdfCopyState {
  if (!isRequested) return { kind: 'idle', message: '' };
  // The first response estimates the duration.
  const preparing: PdfCopyState = { kind: 'preparing', message: '' };
  if (error !== null) return isFetching ? preparing : { kind: 'failed', message: errorMessageOf(error) };
  if (!data) return preparing;
  const { status, message, url } = data;
  if (status === 'COMPLETED' && url !== null)
    return { kind: 'ready', message: say(pdfCopyTexts.isReady), url };
  if (status === 'NOT_ANSWERED') return { kind: 'nothing', message };
  if (isPending(status)) return { kind: 'preparing', message };
  return status === 'FAILED' && isFetching ? preparing : { kind: 'failed', message };
}

function isPending(status: GetPdfAnswer['status'] | undefined): boolean {
  return status === 'IN_PROGRESS' || status === 'UNPROCESSED';
}
