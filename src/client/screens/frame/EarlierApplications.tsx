import { useApplication } from '#client/session/application.ts';
import { PdfCopyButton } from './PdfCopy.tsx';
import { SubmissionFacts } from './SubmissionFacts.tsx';

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
