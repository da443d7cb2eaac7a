import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FormState, FormDefinition } from '#form/definition/definition.ts';
import { todaysName } from '#form/moves/todays-names.ts';
import { useApplication } from '#client/session/application.ts';
import type { StudentDocuments } from '#client/documents/student-documents.ts';
import { COMPLETION_PATH } from '#client/session/form-places.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { answeredForm } from '#client/api/application-calls.ts';
import { isUnauthorized } from '#client/api/request-error.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { PdfCopyButton } from '../frame/PdfCopy.tsx';
import { SubmissionFacts } from '../frame/SubmissionFacts.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { Loading } from './Submission.tsx';
import { type ReviewedDocuments, NO_PROBLEMS, reviewedLines } from './review-scope.ts';
import { ReviewedPages } from './ReviewedPages.tsx';
import { say } from '#texts/say.ts';
import { pageTexts, reviewTexts } from '#generated/texts.ts';

/** What the student submitted, read-only, rendered with the definition that it answered. */
export function SubmittedCopy({ documents }: { readonly documents: StudentDocuments }) {
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
  const state: FormState = { answers: answer, tabs, counts: add_another };
  const now = new Date(submitted_at);
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
