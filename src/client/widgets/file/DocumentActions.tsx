import { useRef, type Ref, type ComponentProps } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { isInProgress, type DocumentView } from './document-view.ts';
import { say, dialogTexts, fileTexts } from '#texts/say.ts';

type ActionsProps = {
  readonly view: DocumentView;
  readonly id: string;
  readonly describedBy: string;
  readonly chooseButton: Ref<HTMLButtonElement>;
  /** Accepted extensions. */
  readonly types: readonly string[];
  readonly onFiles: (files: readonly File[]) => void;
  /** Adds a photo, possibly one page of several; undefined where none is accepted. */
  readonly onPhotos: ((photos: readonly File[]) => void) | undefined;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
};

/** Document actions. The Choose button is permanent, so it can keep focus. */
export function DocumentActions({ view, id, describedBy, chooseButton, types, ...on }: ActionsProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { phase } = view;
  const isBusy = isInProgress(view);
  return (
    <div className="row document-actions">
      {phase === 'unsent' && <Button onClick={on.onRetry} text={fileTexts.tryAgain} />}
      <FileInput ref={input} accept={types.join(',')} onFiles={on.onFiles} />
      {on.onPhotos && <FileInput ref={camera} accept="image/*" capture="environment" onFiles={on.onPhotos} />}
      <Button
        ref={chooseButton}
        id={id}
        look={phase === 'none' ? 'primary' : 'secondary'}
        aria-describedby={describedBy}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && input.current?.click()}
      >
        {say(phase === 'none' ? fileTexts.choose : fileTexts.replace)}
      </Button>
      {/* Replacing uses the device's file picker, which includes the camera. */}
      {phase === 'none' && on.onPhotos && (
        <span className="document-camera">
          <Button look="secondary" onClick={() => camera.current?.click()} text={fileTexts.takePhoto} />
        </span>
      )}
      {phase === 'none' && <span className="document-drop">{say(fileTexts.drop)}</span>}
      {phase === 'attached' && (
        <Button look="text" isDeletion onClick={on.onDelete} text={fileTexts.deleteFile} />
      )}
      {(phase === 'preparing' || phase === 'sending' || phase === 'unsent') && (
        <Button look="text" onClick={on.onCancel} text={dialogTexts.cancel} />
      )}
    </div>
  );
}

type FileInputProps = Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'ref'> & {
  readonly onFiles: (files: readonly File[]) => void;
};

/** Hidden file input that a button clicks. */
export function FileInput({ onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      multiple={rest.capture === undefined}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Reset, so that the same file can be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
