import { useSyncExternalStore } from 'react';
import { useApplication } from '#client/session/application.ts';
import { say, nextCycleTexts } from '#texts/say.ts';
import { PdfCopyButton } from './PdfCopy.tsx';
import { Fact, SubmissionFacts } from './SubmissionFacts.tsx';

/** Submissions of earlier cycles with their receipts and PDF copies. */
export function EarlierApplications() {
  const { student } = useApplication();
  const { pastApplications } = useSyncExternalStore(student.subscribe, student.get);
  return (
    <ul className="stack plain-list">
      {pastApplications.map(({ cycle, receipt, submitted_at: submittedAt }) => (
        <li key={submittedAt} className="row spread">
          <SubmissionFacts receipt={receipt} submittedAt={submittedAt} isPast>
            {cycle !== null && <Fact name={say(nextCycleTexts.cycle)}>{cycle}</Fact>}
          </SubmissionFacts>
          {/* The empty text names the time before cycles had names. */}
          <PdfCopyButton cycle={cycle ?? ''} />
        </li>
      ))}
    </ul>
  );
}
