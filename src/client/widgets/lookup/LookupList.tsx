import { Fragment, useRef } from 'react';
import { type ListRoom, useOpenList } from '../choice/list-place.ts';
import type { LookupRow } from './use-lookup.ts';
import { emptyListText } from '../widget.ts';
import { say, lookupTexts } from '#texts/say.ts';

/** Fits five results and the typed text; three entries in a low window, such as above a phone's keyboard. */
const ROOM: ListRoom = { tallest: 368, padding: 8, below: 240 };

type ListProps = {
  readonly id: string;
  /** Prefix of row ids, followed by the row number from 1. */
  readonly optionId: string;
  readonly labelId: string;
  readonly rows: readonly LookupRow[];
  readonly active: number;
  readonly isSearching: boolean;
  /** Shown if there are more matches. */
  readonly more: string | undefined;
  readonly onTake: (row: LookupRow) => void;
};

/** Lists look-up results and the typed text. */
export function LookupList({ id, optionId, labelId, rows, active, ...props }: ListProps) {
  const { isSearching, more, onTake } = props;
  const list = useRef<HTMLUListElement>(null);
  useOpenList(list, { optionId, active, room: ROOM });
  const hasFound = rows.some(({ kind }) => kind === 'found');
  const loading = isSearching && (
    <li role="option" aria-selected={false} aria-disabled className="combobox-option lookup-option">
      {emptyListText(true)}
    </li>
  );
  return (
    <ul ref={list} role="listbox" id={id} aria-labelledby={labelId} className="panel combobox-list">
      {!hasFound && loading}
      {rows.map((row, index) => (
        <Fragment key={row.kind === 'own' ? 'own' : `found ${row.found.id}`}>
          {row.kind === 'own' && more !== undefined && (
            <li role="option" aria-selected={false} aria-disabled className="combobox-option lookup-more">
              {more}
            </li>
          )}
          <li
            role="option"
            id={`${optionId}-${index + 1}`}
            aria-selected={index === active}
            data-active={index === active || undefined}
            className={`combobox-option lookup-option lookup-${row.kind}`}
            // Keeps the focus in the control while choosing by mouse.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(row)}
          >
            {row.kind === 'own' ? say(lookupTexts.typed, { text: row.text }) : <Found {...row.found} />}
          </li>
        </Fragment>
      ))}
      {/* Last, so results do not move while tapped. */}
      {hasFound && loading}
    </ul>
  );
}

function Found({ text, sub_text }: { readonly text: string; readonly sub_text: string }) {
  return (
    <>
      <span className="lookup-text">{text}</span> <span className="fine-print">{sub_text}</span>
    </>
  );
}
