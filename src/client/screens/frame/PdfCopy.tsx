import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '#client/components/Button.tsx';
import './PdfCopy.css';
import { type PdfCopyState, usePdfCopy } from './use-pdf-copy.ts';

/**
 * The student's PDF copy: a button that has it made, then a link to the file (specification 2). Who pressed the button
 * gets the file as soon as it is there.
 */
export function PdfCopy({ startsAtOnce = false }: { readonly startsAtOnce?: boolean }) {
  const { state, ask } = usePdfCopy(startsAtOnce);
  const isWanted = useRef(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (state.kind !== 'ready' || !isWanted.current) return;
    isWanted.current = false;
    // The button that had the focus is gone.
    link.current?.focus();
    link.current?.click();
  }, [state.kind]);
  return (
    <div className="pdf-copy">
      {state.kind === 'ready' ? (
        <a ref={link} className={buttonClass('secondary')} href={state.url} download>
          Download PDF Copy
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
          {LABELS[state.kind]}
        </Button>
      )}
      <p className="pdf-copy-state" role="status">
        {sentenceOf(state)}
      </p>
    </div>
  );
}

const LABELS = {
  idle: 'Download PDF Copy',
  nothing: 'Download PDF Copy',
  preparing: 'Preparing PDF Copy',
  failed: 'Try PDF Copy Again',
} as const;

function sentenceOf(state: PdfCopyState): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'preparing':
      return 'We are preparing your PDF copy. This takes a few seconds.';
    case 'ready':
      return 'Your PDF copy is ready.';
    default:
      return state.message;
  }
}
