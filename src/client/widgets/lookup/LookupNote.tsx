import { Button } from '#client/components/Button.tsx';
import type { FilledRecord } from './lookup.ts';

type NoteProps = {
  readonly id: string;
  /** What the student is asked to do; undefined for nothing. */
  readonly hint: string | undefined;
  readonly filled: FilledRecord | undefined;
  readonly onUndo: () => void;
};

/** Below a control that is looked up: what was filled in, and how to take it back, or what is left to type. */
export function LookupNote({ id, hint, filled, onUndo }: NoteProps) {
  return (
    <div className="lookup-note">
      <p className="control-note" id={id} role="status" aria-label="Look-up">
        {[filled && filledSentence(filled), hint].filter(Boolean).join(' ')}
      </p>
      {filled && (
        <Button look="text" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}

function filledSentence({ labels, emptied }: FilledRecord): string {
  return [
    labels.length > 0 && `Filled in: ${labels.join(', ')}.`,
    emptied.length > 0 && `Cleared: ${emptied.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
