import { useState, useSyncExternalStore, useEffect, useMemo } from 'react';
import { Navigate } from 'react-router';
import { useApplication } from '#client/session/application.ts';
import { COMPLETION_PATH } from '#client/session/form-places.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { SubmittedCopy } from './SubmittedCopy.tsx';
import './review.css';
import type { StudentDocuments } from '#client/documents/student-documents.ts';
import type { Autosave } from '#client/saving/autosave.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { useServices } from '#client/api/services.ts';
import { SaveState } from '../form/SaveState.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { NO_PROBLEMS, reviewedLines } from './review-scope.ts';
import { ReviewedPages } from './ReviewedPages.tsx';
import { Submission } from './Submission.tsx';
import { useProblems } from './use-problems.ts';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

/** All answers as staff read them: before the submission to be looked through, after it as a copy (decision 10). */
export function ReviewScreen() {
  const { autosave, documents, student } = useApplication();
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const isSubmitted = webStatus === 'submitted';
  const [wasSubmitted] = useState(isSubmitted);
  // A visitor is on the way to the log-in.
  if (!autosave || !documents) return null;
  // Submitted here or in another tab: the completion page explains what comes next.
  if (isSubmitted && !wasSubmitted) return <Navigate to={COMPLETION_PATH} replace />;
  return (
    <ScreenFrame>
      <main className="stack centered review" id="main" tabIndex={-1}>
        {isSubmitted ? (
          <SubmittedCopy documents={documents} />
        ) : (
          <OpenReview autosave={autosave} documents={documents} />
        )}
      </main>
    </ScreenFrame>
  );
}

type OpenReviewProps = { readonly autosave: Autosave; readonly documents: StudentDocuments };

/** What is about to be submitted, with what is missing in it. What is not saved yet is saved first. */
function OpenReview({ autosave, documents }: OpenReviewProps) {
  const application = useApplication();
  const { definition, store } = application;
  const { now } = useServices();
  const state = useSyncExternalStore(store.subscribe, () => store.state().form);
  const found = useProblems(application);
  const problems = typeof found === 'string' ? NO_PROBLEMS : found;
  const lines = useMemo(
    () => reviewedLines(definition, state, { now: now(), problems }),
    [definition, state, now, problems],
  );
  useEffect(() => void saveNow(application), [application]);
  return (
    <>
      <header className="stack screen-head">
        <ScreenHeading screen="review" text={say(reviewTexts.title)} />
        <p>{say(reviewTexts.intro)}</p>
        <SaveState autosave={autosave} definition={definition} />
      </header>
      <Submission found={found}>
        <ReviewedPages
          definition={definition}
          store={store}
          lines={lines}
          problems={problems}
          canChange
          documents={documents}
        />
      </Submission>
    </>
  );
}
