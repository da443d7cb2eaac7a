import { useRef, useState, useEffect, useEffectEvent } from 'react';
import { photoProblem, type PhotoPage } from './photos.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { FileRules } from '#form/documents/file-rules.ts';
import { isPhoto } from '../file-checks.ts';
import { FileInput } from '../DocumentActions.tsx';
import { say, dialogTexts, fileTexts, instanceTexts } from '#texts/say.ts';
import { Spinner } from '#client/ui/Spinner.tsx';

type PhotoPagesProps = {
  /** The initial photos. */
  readonly photos: readonly File[];
  readonly rules: FileRules;
  readonly preview: (photo: File) => Promise<Blob>;
  readonly onAttach: (pages: readonly PhotoPage[]) => void;
  readonly onClose: () => void;
};

type ShownPage = PhotoPage & { readonly id: number };

/** Orders and rotates photos before they become one document. */
export function PhotoPages({ photos, rules, preview, onAttach, onClose }: PhotoPagesProps) {
  const [pages, setPages] = useState<readonly ShownPage[]>(() => withIds(photos, 0));
  const [notice, setNotice] = useState('');
  const [problem, setProblem] = useState('');
  const lastId = useRef(photos.length);
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const add = (files: readonly File[]) => {
    const added = files.filter((file) => isPhoto(file, rules));
    setProblem(added.length === files.length ? '' : say(fileTexts.onlyPhotos));
    setPages([...pages, ...withIds(added, lastId.current)]);
    lastId.current += added.length;
  };
  const turn = (at: number) => {
    setPages(pages.map((page, index) => (index === at ? { ...page, turns: page.turns + 1 } : page)));
    setNotice(say(fileTexts.turned, { number: at + 1 }));
  };
  const move = (at: number, to: number) => {
    const [moved] = pages.slice(at, at + 1);
    if (!moved) return;
    setPages(pages.toSpliced(at, 1).toSpliced(to, 0, moved));
    setNotice(say(fileTexts.moved, { from: at + 1, to: to + 1 }));
  };
  const remove = (at: number) => {
    // The clicked button disappears with its page.
    const buttons = list.current?.querySelectorAll<HTMLElement>('.button-deletion');
    const next = buttons?.[at + 1] ?? buttons?.[at - 1] ?? addButton.current;
    next?.focus({ preventScroll: true });
    setPages(pages.toSpliced(at, 1));
    setNotice(say(fileTexts.removedPage, { number: at + 1 }));
  };
  const excludePage = (id: number, error: unknown) => {
    setPages((shown) => shown.filter((page) => page.id !== id));
    setProblem(photoProblem(error, rules));
  };
  const actions = (
    <>
      <Button look="secondary" onClick={onClose} text={dialogTexts.cancel} />
      <Button
        autoFocus
        aria-disabled={pages.length === 0 || undefined}
        onClick={() => pages.length > 0 && onAttach(pages)}
        text={fileTexts.attachPhotos}
      />
    </>
  );
  return (
    <Dialog title={say(fileTexts.photos)} size="s" isOpen onClose={onClose} actions={actions}>
      <p>{say(fileTexts.photosBecome, { count: pages.length })}</p>
      <div className="photo-list">
        <ol ref={list} className="plain-list photo-pages">
          {pages.map(({ id, photo, turns }, at) => (
            <li key={id} className="photo-page">
              <PhotoPreview
                photo={photo}
                turns={turns}
                label={say(fileTexts.page, { number: at + 1 })}
                preview={preview}
                onError={(error) => excludePage(id, error)}
              />
              <div>
                <p className="photo-page-number">{say(fileTexts.page, { number: at + 1 })}</p>
                <PageActions
                  number={at + 1}
                  count={pages.length}
                  onTurn={() => turn(at)}
                  onMove={(by) => move(at, at + by)}
                  onRemove={() => remove(at)}
                />
              </div>
            </li>
          ))}
        </ol>
        <p role="status" className="stack document-status">
          {problem !== '' && <span className="document-problem">{problem}</span>}
          <span className="visually-hidden">{notice}</span>
        </p>
      </div>
      <FileInput ref={input} accept={rules.types.join(',')} onFiles={add} />
      <FileInput ref={camera} accept="image/*" capture="environment" onFiles={add} />
      <p className="row document-actions">
        <Button
          ref={addButton}
          look="secondary"
          onClick={() => input.current?.click()}
          text={fileTexts.addPhotos}
        />
        <span className="document-camera">
          <Button look="secondary" onClick={() => camera.current?.click()} text={fileTexts.takePhoto} />
        </span>
      </p>
    </Dialog>
  );
}

type PageActionsProps = {
  readonly number: number;
  readonly count: number;
  readonly onTurn: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
};

/** Actions of a page. Unavailable ones stay in place to keep focus. */
function PageActions({ number, count, onTurn, onMove, onRemove }: PageActionsProps) {
  const isFirst = number === 1;
  const isLast = number === count;
  return (
    <div className="row photo-page-actions">
      <Button
        look="text"
        aria-label={say(fileTexts.turn, { number })}
        onClick={onTurn}
        text={fileTexts.turnPage}
      />
      <Button
        look="text"
        aria-label={say(fileTexts.moveUp, { number })}
        aria-disabled={isFirst || undefined}
        onClick={() => isFirst || onMove(-1)}
        text={fileTexts.up}
      />
      <Button
        look="text"
        aria-label={say(fileTexts.moveDown, { number })}
        aria-disabled={isLast || undefined}
        onClick={() => isLast || onMove(1)}
        text={fileTexts.down}
      />
      <Button
        look="text"
        isDeletion
        aria-label={say(fileTexts.removePage, { number })}
        onClick={onRemove}
        text={instanceTexts.remove}
      />
    </div>
  );
}

function withIds(photos: readonly File[], from: number): readonly ShownPage[] {
  return photos.map((photo, at) => ({ photo, turns: 0, id: from + at }));
}

type PhotoPreviewProps = {
  readonly photo: File;
  /** Clockwise quarter turns. */
  readonly turns: number;
  readonly label: string;
  readonly preview: (photo: File) => Promise<Blob>;
  readonly onError: (error: unknown) => void;
};

/** Small, upright preview of a photo. */
function PhotoPreview({ photo, turns, label, preview, onError }: PhotoPreviewProps) {
  const [address, setAddress] = useState<string>();
  const read = useEffectEvent(preview);
  const fail = useEffectEvent(onError);
  useEffect(() => {
    let made = '';
    let isGone = false;
    const show = (picture: Blob): void => {
      if (isGone) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    };
    read(photo).then(show, (error: unknown) => void (isGone || fail(error)));
    return () => {
      isGone = true;
      URL.revokeObjectURL(made);
    };
  }, [photo]);
  return (
    <span className="photo-page-picture">
      {address === undefined ? (
        <Spinner size="s" />
      ) : (
        <img src={address} alt={label} className="photo-page-image" style={{ rotate: `${turns * 90}deg` }} />
      )}
    </span>
  );
}
