import { dayOf } from '#form/conditions/date-offset.ts';
import {
  useState,
  useSyncExternalStore,
  useEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
} from 'react';
import { Navigate } from 'react-router';
import { useApplication } from '#client/session/application.ts';
import { COMPLETION_PATH } from '#client/session/form-places.ts';
import { ScreenFrame } from '../frame/ScreenFrame.tsx';
import type { StudentDocuments } from '#client/documents/student-documents.ts';
import type { Autosave } from '#client/saving/autosave.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { useServices, type Services } from '#client/api/services.ts';
import { SaveState } from '../form/SaveState.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { NO_PROBLEMS, reviewedLines, type ReviewedDocuments } from './review-scope.ts';
import { ReviewedPages } from './ReviewedPages.tsx';
import { useProblems, type FoundProblems } from './use-problems.ts';
import { say, reviewTexts, pageTexts, formTexts } from '#texts/say.ts';
import { useQuery } from '@tanstack/react-query';
import type { FormState, FormDefinition } from '#form/definition/definition.ts';
import { todaysName } from '#form/moves/todays-names.ts';
import { buttonClass, Button } from '#client/ui/Button.tsx';
import { answeredForm } from '#client/api/application-calls.ts';
import { isUnauthorized } from '#client/api/call.ts';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { PdfCopyButton } from '../frame/PdfCopy.tsx';
import { SubmissionFacts } from '../frame/SubmissionFacts.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { ActionDialogs } from '../form/submission/ActionDialogs.tsx';
import { useErrorMessage, useSubmit } from '../form/submission/use-submit.ts';
import { DeadlineText, useDeadline } from '../frame/Deadline.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import './review.css';

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

type SubmissionProps = {
  readonly found: FoundProblems;
  /** What is submitted. */
  readonly children: ReactNode;
};

/** What is still missing above the application, Submit below it. A refused submit leads to what is missing. */
function Submission({ found, children }: SubmissionProps) {
  const { definition } = useApplication();
  const { onError, onNotSaved, ...errorMessage } = useErrorMessage();
  const [refusals, setRefusals] = useState(0);
  const readiness = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (refusals > 0) readiness.current?.focus();
  }, [refusals]);
  const onIncomplete = (): void => setRefusals((count) => count + 1);
  const { submit, isSubmitting, ...submission } = useSubmit({ onError, onNotSaved, onIncomplete });
  const last = definition.pages.at(-1);
  const deadline = useDeadline();
  // What is found opens sections, and nothing is to move under a finger.
  if (found === 'checking') return <Loading text={say(reviewTexts.checking)} />;
  return (
    <>
      <Readiness found={found} isClosed={deadline?.isClosed === true} headingRef={readiness} />
      {children}
      <div className="stack review-actions no-print">
        {deadline && <DeadlineText words={deadline.words} />}
        {deadline?.isClosed !== true && <p>{say(reviewTexts.final)}</p>}
        <div className="row review-buttons">
          {last && <ScreenLink to={last.path} className={buttonClass('secondary')} text={formTexts.back} />}
          <Button size="submit" isBusy={isSubmitting} onClick={submit} text={formTexts.submit} />
        </div>
      </div>
      <ActionDialogs actions={{ ...errorMessage, ...submission }} />
    </>
  );
}

type ReadinessProps = {
  readonly found: Exclude<FoundProblems, 'checking'>;
  /** Whether the partner takes nothing any more for the term in the answers. */
  readonly isClosed: boolean;
  /** Gets the focus after a refused submit. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Whether the application could be submitted as it is, and the way to the first thing that is missing. */
function Readiness({ found, isClosed, headingRef }: ReadinessProps) {
  const isKnown = found !== 'unknown';
  const count = isKnown ? found.size : 0;
  const look = count > 0 ? 'notice-wrong' : isKnown ? 'notice-good' : 'readiness-unknown';
  return (
    <section className={`row panel notice readiness no-print ${look}`} role="status">
      {isKnown && <Icon name={count > 0 ? 'alert' : 'check'} />}
      <div>
        <h2 className="readiness-heading" tabIndex={-1} ref={headingRef}>
          {isKnown ? sentenceOf(count, isClosed) : say(reviewTexts.unchecked)}
        </h2>
        {count > 0 && <p>{say(reviewTexts.marked)}</p>}
      </div>
      {count > 0 && <Button look="secondary" onClick={goToFirst} text={reviewTexts.first} />}
    </section>
  );
}

function sentenceOf(count: number, isClosed: boolean): string {
  if (count === 0) return say(isClosed ? reviewTexts.complete : reviewTexts.ready);
  return count === 1 ? say(reviewTexts.oneLeft) : say(reviewTexts.left, { count });
}

/** The first in the order of the page; its section is open, unless the student has closed it. */
function goToFirst(): void {
  const links = [...document.querySelectorAll<HTMLElement>('.review-problem a')];
  const first = links.find((link) => link.checkVisibility()) ?? links[0];
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** Keeps the room of what is coming, from the top of the page on, so that nothing in sight moves when it is there. */
function Loading({ text }: { readonly text: string }) {
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for what ends the effect.
    window.scrollTo(0, 0);
  }, []);
  return (
    <p className="review-loading" role="status">
      <Spinner size="s" />
      {text}
    </p>
  );
}
