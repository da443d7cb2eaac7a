import { useSyncExternalStore } from 'react';
import { deadlineWords } from '#form/deadlines/deadline-text.ts';
import { deadlineState, type Deadlines } from '#form/deadlines/deadlines.ts';
import { useApplication } from '#client/application/application.ts';
import { useServices } from '#client/data/services.ts';
import './Deadline.css';
import { useMinute } from './use-minute.ts';

/** Until when the student may apply; nothing for a partner without deadlines, and once the application is submitted. */
export function Deadline() {
  const { partner } = useServices();
  const { student } = useApplication();
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  if (partner.deadlines === undefined || webStatus === 'submitted') return null;
  return <OpenDeadline deadlines={partner.deadlines} />;
}

/** By the clock of the server, anew each minute; in the reader's own time, too, where clocks show another. */
function OpenDeadline({ deadlines }: { readonly deadlines: Deadlines }) {
  const { store } = useApplication();
  const { serverNow } = useServices();
  useMinute();
  const term = useSyncExternalStore(store.subscribe, () => store.state().answers[deadlines.question]);
  const now = serverNow();
  const state = deadlineState(deadlines, term === undefined ? {} : { [deadlines.question]: term }, now);
  if (state === undefined) return null;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { lead, own, left } = deadlineWords(deadlines, state, { now, zone });
  return (
    <div className="deadline no-print">
      <p className="deadline-text">
        <span>{lead}</span> {own !== undefined && <span className="deadline-own">({own})</span>}{' '}
        {left !== undefined && (
          <span className="deadline-left">
            <span className="deadline-dot">· </span>
            {left}
          </span>
        )}
      </p>
    </div>
  );
}
