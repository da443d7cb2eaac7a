import { ScrollAnchor } from '#client/ui/ScrollAnchor.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { FilledRecord } from './lookup.ts';
import { listText } from '#texts/language.ts';
import { say, clearingTexts, lookupTexts } from '#texts/say.ts';

type NoteProps = {
  readonly id: string;
  /** Instruction for the student; undefined for none. */
  readonly hint: string | undefined;
  readonly filled: FilledRecord | undefined;
  readonly onUndo: () => void;
};

/** Reports what a look-up filled in, with Undo. */
export function LookupNote({ id, hint, filled, onUndo }: NoteProps) {
  const sentence = [filled && filledSentence(filled), hint].filter(Boolean).join(' ');
  return (
    <div className="row lookup-note">
      <ScrollAnchor of={sentence} find={() => focusedBelow(id)} />
      <p className="control-note" id={id} role="status" aria-label={say(lookupTexts.label)}>
        {sentence}
      </p>
      {filled && <Button look="text" onClick={onUndo} text={clearingTexts.undo} />}
    </div>
  );
}

/** Returns the focused control, unless it is above the note: anchoring it would undo the scroll for its list. */
function focusedBelow(id: string): Element | null {
  const { activeElement } = document;
  const box = document.getElementById(id)?.closest('.box');
  return activeElement === document.body || box?.contains(activeElement) === true ? null : activeElement;
}

function filledSentence({ labels, emptied }: FilledRecord): string {
  return [
    labels.length > 0 && say(lookupTexts.filled, { labels: listText(labels, 'unit') }),
    emptied.length > 0 && say(lookupTexts.cleared, { labels: listText(emptied, 'unit') }),
  ]
    .filter(Boolean)
    .join(' ');
}
