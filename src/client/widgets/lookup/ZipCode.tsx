import { useEffect, useRef, useState, type FormEvent } from 'react';
import { controlAttributes, spellingOf, controlText, type WidgetProps } from '../widget.ts';
import { useLineDraft } from '../use-draft.ts';
import { LookupNote } from './LookupNote.tsx';
import './lookup.css';

/** Complete US code; prefixes match many places. */
const WHOLE = /^\d{5}(?:-\d{4})?$/;

/** Postal code; a complete US one fills in its place (decision 8). */
export function ZipCode(props: WidgetProps) {
  const { id, question, value, lookup, describedBy } = props;
  const { isOther, completePlace } = usePlaceCompletion(lookup, controlText(value));
  // Hide what another code filled in.
  const filled = isOther ? undefined : lookup?.filled;
  const { onInput, ...draft } = useLineDraft(props);
  const undo = () => {
    lookup?.undo();
    // The clicked button disappears.
    document.getElementById(id)?.focus();
  };
  const noteId = `${id}-note`;
  return (
    <>
      <input
        {...controlAttributes(props)}
        {...spellingOf(question)}
        {...draft}
        onInput={(event: FormEvent<HTMLInputElement>) => {
          onInput();
          completePlace(event.currentTarget.value.trim());
        }}
        aria-describedby={[describedBy, filled && noteId].filter(Boolean).join(' ') || undefined}
        type="text"
        enterKeyHint="next"
        className="control zip-code"
      />
      <LookupNote id={noteId} hint={undefined} filled={filled} onUndo={undo} />
    </>
  );
}

/** Fills in the place of a complete code. `isOther` if the text is not the last one completed. */
function usePlaceCompletion(lookup: WidgetProps['lookup'], first: string) {
  const running = useRef<AbortController>(undefined);
  const [completed, setCompleted] = useState(first);
  const [isOther, setOther] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const complete = async (text: string): Promise<void> => {
    running.current = new AbortController();
    if (!(await lookup?.complete(text, running.current.signal))) return;
    setCompleted(text);
    setOther(false);
  };
  const completePlace = (text: string): void => {
    running.current?.abort();
    setOther(text !== completed);
    if (WHOLE.test(text)) void complete(text);
  };
  return { isOther, completePlace };
}
