import type { DeadlineWords } from '#form/deadlines/deadline-text.ts';
import { useDeadline } from './use-deadline.ts';

/** Until when the student may apply, below the header; in the reader's own time, too, where clocks show another. */
export function Deadline() {
  const deadline = useDeadline();
  if (deadline === undefined) return null;
  return (
    <div className="deadline no-print">
      <DeadlineText words={deadline.words} />
    </div>
  );
}

/** A deadline in its parts. */
export function DeadlineText({ words: { lead, own, left } }: { readonly words: DeadlineWords }) {
  return (
    <p className="deadline-text">
      <span>{lead}</span> {own !== undefined && <span className="deadline-own">({own})</span>}{' '}
      {left !== undefined && (
        <span className="deadline-left">
          <span className="deadline-dot">· </span>
          {left}
        </span>
      )}
    </p>
  );
}
