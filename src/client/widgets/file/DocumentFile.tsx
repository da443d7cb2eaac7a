import type { DocumentView, FileFacts } from './document-view.ts';
import { useCallback, useState, type RefCallback } from 'react';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import { say, fileTexts } from '#texts/say.ts';

type WithFile = Exclude<DocumentView, { readonly phase: 'none' }>;
type Attached = Extract<DocumentView, { readonly phase: 'attached' }>;

/** A document's name, size, state and preview. */
export function DocumentFile({ view, question }: { readonly view: WithFile; readonly question: string }) {
  const { file } = view;
  const thumbnail = view.phase === 'attached' ? view.thumbnail : undefined;
  return (
    <div className="document">
      {thumbnail === undefined ? (
        <span className="document-page" />
      ) : (
        <FirstPage picture={thumbnail} name={file.name} question={question} />
      )}
      <div className="stack document-facts">
        <p className="document-name">
          <bdi>{file.name}</bdi> <span className="fine-print document-size">{fileSizeText(file.size)}</span>
        </p>
        {view.phase === 'sending' && <Progress file={file} share={view.share} />}
        {view.phase === 'attached' && <Converted {...view} />}
      </div>
    </div>
  );
}

function Progress({ file, share }: { readonly file: FileFacts; readonly share: number }) {
  return (
    <p className="document-progress">
      <progress max={1} value={share} aria-label={say(fileTexts.progress, { file: file.name })} />
      <span aria-hidden="true">{Math.floor(share * 100)}%</span>
    </p>
  );
}

function Converted({ pages, thumbnail }: Attached) {
  return (
    <>
      {pages !== undefined && <p>{say(fileTexts.pages, { count: pages })}</p>}
      {thumbnail !== undefined && <p className="fine-print document-note">{say(fileTexts.reviewer)}</p>}
    </>
  );
}

type FirstPageProps = { readonly picture: string; readonly name: string; readonly question: string };

/** Thumbnail of the first page, with a larger view and download link. */
function FirstPage({ picture, name, question }: FirstPageProps) {
  const [isOpen, setOpen] = useState(false);
  const small = usePicture(picture);
  const large = usePicture(picture);
  const title = say(fileTexts.firstPage, { file: name });
  return (
    <>
      <button type="button" className="bare document-open" onClick={() => setOpen(true)}>
        <img ref={small} className="document-page" alt={title} />
        <span className="visually-hidden">{say(fileTexts.openLarger)}</span>
      </button>
      <Dialog title={title} size="m" isOpen={isOpen} onClose={() => setOpen(false)}>
        <img ref={large} className="document-full" alt={title} />
        <a href={`/api/pdf/document-answer/${encodeURIComponent(question)}/file`} download>
          {say(fileTexts.fullSize)}
        </a>
      </Dialog>
    </>
  );
}

/** Ref for a base64 JPEG, as an object URL (CSP forbids `data:`). Browsers also read PNGs of before. */
function usePicture(base64: string): RefCallback<HTMLImageElement> {
  return useCallback(
    (image) => {
      if (!image) return undefined;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [base64],
  );
}

const UNITS = ['B', 'kB', 'MB'] as const;

/** Formats a file size in decimal units, e.g. 340kB (docs/behavior.md 5.9). */
export function fileSizeText(bytes: number): string {
  let amount = bytes;
  for (const unit of UNITS) {
    const whole = Math.round(amount);
    if (whole < 1000 || unit === 'MB') return `${whole}${unit}`;
    amount /= 1000;
  }
  return '';
}
