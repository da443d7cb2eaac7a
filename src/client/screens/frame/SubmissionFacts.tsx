import { type ReactNode, useSyncExternalStore } from 'react';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { submittedText } from '#form/deadlines/deadline-text.ts';
import { ownTime, zonedTime } from '#form/summary/zoned-time.ts';
import { say, printTexts, timeTexts } from '#texts/say.ts';
import { PdfCopyButton } from './PdfCopy.tsx';

type SubmissionFactsProps = {
  readonly receipt: string | null;
  /** ISO time; null if unknown. */
  readonly submittedAt: string | null;
  /** Whether it belongs to an earlier cycle, whose deadline is unknown. */
  readonly isPast?: boolean;
  /** Further facts. */
  readonly children?: ReactNode;
};

/** Receipt, submission time (partner's and user's time zone), and timeliness. */
export function SubmissionFacts({ receipt, submittedAt, isPast = false, children }: SubmissionFactsProps) {
  const { partner } = useServices();
  const { student } = useApplication();
  const { timing } = useSyncExternalStore(student.subscribe, student.get);
  const { deadlines } = partner;
  return (
    <dl className="stack submission-facts">
      {receipt !== null && (
        <Fact name={say(printTexts.receipt)}>
          <strong className="submission-receipt" translate="no">
            {receipt}
          </strong>
        </Fact>
      )}
      {submittedAt !== null && (
        <Fact name={say(printTexts.submitted)}>
          <Times moment={new Date(submittedAt)} timeZone={partner.time_zone} />
        </Fact>
      )}
      {submittedAt !== null && !isPast && timing !== null && deadlines && (
        <Fact name={say(printTexts.deadline)}>
          {submittedText(deadlines, {
            deadline: new Date(timing.deadline),
            isLate: timing.isLate,
            now: new Date(submittedAt),
          })}
        </Fact>
      )}
      {children}
    </dl>
  );
}

/** A labelled value in the list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="fine-print">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Partner time; the user's only if different. */
function Times({ moment, timeZone }: { readonly moment: Date; readonly timeZone: string | undefined }) {
  const own = ownTime(moment, timeZone);
  return (
    <>
      <time dateTime={moment.toISOString()}>{zonedTime(moment, timeZone)}</time>
      {own !== undefined && (
        <span className="fine-print block">{say(timeTexts.whereYouAre, { time: own })}</span>
      )}
    </>
  );
}

/** Submissions of earlier cycles with their receipts and PDF copies. */
export function EarlierApplications() {
  const { past_applications: past } = useApplication().student.get().cycles;
  return (
    <ul className="stack plain-list">
      {past?.map(({ cycle, receipt, submitted_at: submittedAt }) => (
        <li key={submittedAt} className="row spread panel submission-card">
          <div className="stack">
            {cycle !== null && <h3>{cycle}</h3>}
            <SubmissionFacts receipt={receipt} submittedAt={submittedAt} isPast />
          </div>
          {/* The empty text names the time before cycles had names. */}
          <PdfCopyButton cycle={cycle ?? ''} />
        </li>
      ))}
    </ul>
  );
}
