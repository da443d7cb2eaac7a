import { useRef, type Ref } from 'react';
import { FILE_TYPES } from '#form/documents/file-rules.ts';
import { Button } from '#client/components/Button.tsx';
import { isUnderWay, type DocumentView } from './document-view.ts';
import { say } from '#texts/say.ts';
import * as fileTexts from '#generated/texts/file.ts';
import * as dialogTexts from '#generated/texts/dialog.ts';

type ActionsProps = {
  readonly view: DocumentView;
  readonly id: string;
  readonly describedBy: string;
  /** The button that chooses a file. */
  readonly chooseButton: Ref<HTMLButtonElement>;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
};

/**
 * What can be done with the document now. The button that chooses a file is there in every state and is the
 * question's control, so that the focus never falls to the page.
 */
export function DocumentActions({ view, id, describedBy, chooseButton, ...on }: ActionsProps) {
  const input = useRef<HTMLInputElement>(null);
  const { phase } = view;
  const isBusy = isUnderWay(view);
  return (
    <div className="document-actions">
      {phase === 'unsent' && <Button onClick={on.onRetry}>{say(fileTexts.tryAgain)}</Button>}
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_TYPES.join(',')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Emptied, so that the same file can be chosen once more.
          currentTarget.value = '';
          if (files.length > 0) on.onFiles(files);
        }}
      />
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
      {phase === 'none' && <span className="document-drop">{say(fileTexts.drop)}</span>}
      {phase === 'attached' && (
        <Button look="text" onClick={on.onDelete}>
          {say(fileTexts.deleteFile)}
        </Button>
      )}
      {(phase === 'sending' || phase === 'unsent') && (
        <Button look="text" onClick={on.onCancel}>
          {say(dialogTexts.cancel)}
        </Button>
      )}
    </div>
  );
}
