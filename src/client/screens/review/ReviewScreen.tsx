import { useState, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';
import { useApplication } from '#client/session/application.ts';
import { COMPLETION_PATH } from '#client/session/route-rules.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { OpenReview } from './OpenReview.tsx';
import { SubmittedCopy } from './SubmittedCopy.tsx';
import './review.css';

/** All answers as staff read them: before the submission to be looked through, after it as a copy (decision 10). */
export function ReviewScreen() {
  const { autosave, documents, student } = useApplication();
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const isSubmitted = webStatus === 'submitted';
  const [wasSubmitted] = useState(isSubmitted);
  // A visitor is on the way to the log-in.
  if (!autosave || !documents) return null;
  // Here or elsewhere: what comes next is said there.
  if (isSubmitted && !wasSubmitted) return <Navigate to={COMPLETION_PATH} replace />;
  return (
    <ScreenFrame>
      <main className="review" id="main" tabIndex={-1}>
        {isSubmitted ? (
          <SubmittedCopy documents={documents} />
        ) : (
          <OpenReview autosave={autosave} documents={documents} />
        )}
      </main>
    </ScreenFrame>
  );
}
