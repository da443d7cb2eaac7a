import { dayOf } from '#form/conditions/date-offset.ts';
import { useState, useSyncExternalStore, useEffect, useMemo } from 'react';
import { Navigate } from 'react-router';
import { useApplication } from '#client/session/application.ts';
import { COMPLETION_PATH } from '#client/session/form-places.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import './review.css';
import type { StudentDocuments } from '#client/documents/student-documents.ts';
import type { Autosave } from '#client/saving/autosave.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { SaveState } from '../form/SaveState.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { NO_PROBLEMS, reviewedLines, type ReviewedDocuments } from './review-scope.ts';
import { ReviewedPages } from './ReviewedPages.tsx';
import { Submission, Loading } from './Submission.tsx';
import { useProblems } from './use-problems.ts';
import { say, reviewTexts, pageTexts } from '#texts/say.ts';
import { useQuery } from '@tanstack/react-query';
import type { FormState, FormDefinition } from '#form/definition/definition.ts';
import { todaysName } from '#form/moves/todays-names.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { answeredForm } from '#client/api/application-calls.ts';
import { isUnauthorized } from '#client/api/request-error.ts';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { PdfCopyButton } from '../frame/PdfCopy.tsx';
import { SubmissionFacts } from '../frame/SubmissionFacts.tsx';
import { ScreenLink } from '../ScreenLink.tsx';

/** All answers: before the submission to be reviewed, after it as a copy (decision 10). */
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

/** What the student submitted, read-only, rendered with the definition that it answered. */
function SubmittedCopy({ documents }: { readonly documents: StudentDocuments }) {
  const { definition: present } = useApplication();
  const { application: calls } = useServices();
  const { data: copy } = useQuery({
    queryKey: ['submission'],
    queryFn: () => readCopy(calls, present),
    structuralSharing: false,
    // An expired session is already redirecting to the log-in screen.
    throwOnError: (error) => !isUnauthorized(error),
  });
  return (
    <>
      <header className="stack screen-head">
        <ScreenHeading screen="review-submitted" text={say(reviewTexts.titleSubmitted)} />
        <p>{say(reviewTexts.introSubmitted)}</p>
      </header>
      {copy ? <Copy copy={copy} documents={documents} /> : <Loading text={say(pageTexts.loading)} />}
    </>
  );
}

type CopyProps = {
  readonly copy: Awaited<ReturnType<typeof readCopy>>;
  readonly documents: StudentDocuments;
};

function Copy({ copy: { receipt, submittedAt, ...shown }, documents }: CopyProps) {
  const { definition: present } = useApplication();
  const named = useMemo(() => underTodaysNames(documents, present), [documents, present]);
  return (
    <>
      <div className="stack panel notice submission-card">
        <SubmissionFacts receipt={receipt} submittedAt={submittedAt} />
        <div className="row review-buttons no-print">
          <PdfCopyButton />
          <ScreenLink to={COMPLETION_PATH} className={buttonClass('secondary')} text={reviewTexts.next} />
        </div>
      </div>
      <ReviewedPages {...shown} problems={NO_PROBLEMS} canChange={false} documents={named} />
    </>
  );
}

async function readCopy(calls: Services['application'], present: FormDefinition) {
  const { answer, tabs, add_another, receipt, submitted_at, definition: answered } = await calls.submission();
  const definition = answeredForm(answered, present);
  const now = new Date(submitted_at);
  const state: FormState = { answers: answer, tabs, counts: add_another, today: dayOf(now) };
  return {
    definition,
    store: createFormStore({ definition, state, now, signedIn: true }),
    lines: reviewedLines(definition, state, { now }),
    receipt,
    submittedAt: submitted_at,
  };
}

/** The page knows documents by the names of today, whatever they were called when they were submitted. */
function underTodaysNames(
  { subscribe, view }: StudentDocuments,
  { moves }: FormDefinition,
): ReviewedDocuments {
  return { subscribe, view: (key) => view(todaysName(moves?.keys, key)) };
}
