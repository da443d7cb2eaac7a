import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { type PdfCopyState, usePdfCopy } from './use-pdf-copy.ts';
import { say } from '#texts/say.ts';
import { pdfCopyTexts } from '#generated/texts.ts';

/**
 * The student's PDF copy: a button that has it made, then a link to the file (docs/behavior.md 4.14). Who pressed
 * the button
 * gets the file as soon as it is there.
 */
export function PdfCopyButton({ startsAtOnce = false }: { readonly startsAtOnce?: boolean }) {
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
          {say(pdfCopyTexts.download)}
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
        </Button>
      )}
      <p className="pdf-copy-state" role="status">
        {sentenceOf(state)}
      </p>
    </div>
  );
}

const LABELS = {
  idle: pdfCopyTexts.download,
  nothing: pdfCopyTexts.download,
  preparing: pdfCopyTexts.preparing,
  failed: pdfCopyTexts.again,
} as const;

function sentenceOf(state: PdfCopyState): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'preparing':
      return state.message ?? say(pdfCopyTexts.isPreparing);
    case 'ready':
      return say(pdfCopyTexts.isReady);
    default:
      return state.message;
  }
}
