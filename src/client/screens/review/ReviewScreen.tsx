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
import { useApplication, useVisiblePages } from '#client/session/application.ts';
import { COMPLETION_PATH } from '#client/session/navigation-state.ts';
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
import { say, carriedTexts, reviewTexts, pageTexts, formTexts } from '#texts/say.ts';
import { useQuery } from '@tanstack/react-query';
import type { FormState, FormDefinition } from '#form/definition/definition.ts';
import { toFacts } from '#form/answers/facts.ts';
import { currentName } from '#form/migration/current-names.ts';
import { buttonClass, Button } from '#client/ui/Button.tsx';
import { uncheckedKeys } from '#client/questionnaire/layout/CarriedNotice.tsx';
import { answeredForm } from '#client/api/application-calls.ts';
import { isUnauthorized } from '#client/api/call.ts';
import { PdfCopyButton } from '../frame/PdfCopy.tsx';
import { SubmissionFacts } from '../frame/SubmissionFacts.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { ActionDialogs } from '../form/submission/ActionDialogs.tsx';
import { useErrorMessage, useSubmit } from '../form/submission/use-submit.ts';
import { DeadlineText, useDeadline } from '../frame/Deadline.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import './review.css';

/** All answers: for review before submission, as a copy after (decision 10). */
export function ReviewScreen() {
  const { autosave, documents, student } = useApplication();
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const isSubmitted = webStatus === 'submitted';
  const [wasSubmitted] = useState(isSubmitted);
  // Visitors are being redirected to log-in.
  if (!autosave || !documents) return null;
  // Submitted here or in another tab: the completion page explains the next steps.
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

/** Answers to submit and what is missing. Saves pending changes first. */
function OpenReview({ autosave, documents }: OpenReviewProps) {
  const application = useApplication();
  const { definition, store } = application;
  const { now } = useServices();
  const { form, facts } = useSyncExternalStore(store.subscribe, store.state);
  const found = useProblems(application);
  const problems = typeof found === 'string' ? NO_PROBLEMS : found;
  const lines = useMemo(
    () => reviewedLines(definition, form, { now: now(), problems }),
    [definition, form, now, problems],
  );
  useEffect(() => void saveNow(application), [application]);
  return (
    <>
      <header className="stack screen-head">
        <ScreenHeading screen="review" text={say(reviewTexts.title)} />
        <p>{say(reviewTexts.intro)}</p>
        <SaveState autosave={autosave} definition={definition} />
      </header>
      <CarriedPages />
      <Submission found={found}>
        <ReviewedPages {...{ definition, facts, lines, problems, documents }} canChange />
      </Submission>
    </>
  );
}

/** Links to pages with unchecked answers from last year, which can be submitted. */
function CarriedPages() {
  const { store } = useApplication();
  useSyncExternalStore(store.subscribe, () => store.state().carried);
  const pages = useVisiblePages()
    .map((page) => ({ page, count: uncheckedKeys(page, store).length }))
    .filter(({ count }) => count > 0);
  if (pages.length === 0) return null;
  return (
    <section className="stack panel notice submission-card no-print" aria-label={say(carriedTexts.label)}>
      <p>{say(carriedTexts.review)}</p>
      <ul className="stack plain-list">
        {pages.map(({ page, count }) => (
          <li key={page.id}>
            <ScreenLink to={page.path}>{page.title}</ScreenLink> {say(carriedTexts.toCheck, { count })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Read-only copy of the submission, with the definition it answered. */
function SubmittedCopy({ documents }: { readonly documents: StudentDocuments }) {
  const { definition: present } = useApplication();
  const { application: calls } = useServices();
  const { data: copy } = useQuery({
    queryKey: ['submission'],
    queryFn: () => readCopy(calls, present),
    structuralSharing: false,
    // An expired session is already being redirected to log-in.
    throwOnError: (error) => !isUnauthorized(error),
  });
  return (
    <>
      <header className="stack screen-head">
        <ScreenHeading screen="review-submitted" text={say(reviewTexts.titleSubmitted)} />
        <p>{say(reviewTexts.introSubmitted)}</p>
      </header>
      {copy ? <Copy copy={copy} documents={documents} /> : <Loading />}
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
    facts: toFacts(definition, state),
    lines: reviewedLines(definition, state, { now }),
    receipt,
    submittedAt: submitted_at,
  };
}

/** Maps documents of a submission to their current keys. */
function underTodaysNames(
  { subscribe, view }: StudentDocuments,
  { moves }: FormDefinition,
): ReviewedDocuments {
  return { subscribe, view: (key) => view(currentName(moves?.keys, key)) };
}

type SubmissionProps = {
  readonly found: FoundProblems;
  /** The answers. */
  readonly children: ReactNode;
};

/** Missing answers above the application, Submit below. A refused submit focuses the former. */
function Submission({ found, children }: SubmissionProps) {
  const last = useVisiblePages().at(-1);
  const { onError, onNotSaved, ...errorMessage } = useErrorMessage();
  const [refusals, setRefusals] = useState(0);
  const readiness = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (refusals > 0) readiness.current?.focus();
  }, [refusals]);
  const onIncomplete = (): void => setRefusals((count) => count + 1);
  const { submit, isSubmitting, ...submission } = useSubmit({ onError, onNotSaved, onIncomplete });
  const deadline = useDeadline();
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
  readonly found: FoundProblems;
  /** Whether the partner no longer accepts the chosen term. */
  readonly isClosed: boolean;
  /** Focused after a refused submit. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Whether the application can be submitted, and the first error. */
function Readiness({ found, isClosed, headingRef }: ReadinessProps) {
  const isKnown = typeof found !== 'string';
  const count = isKnown ? found.size : 0;
  const look = count > 0 ? 'notice-wrong' : isKnown ? 'notice-good' : 'readiness-unknown';
  return (
    <section className={`row panel notice readiness no-print ${look}`} role="status">
      {isKnown && <Icon name={count > 0 ? 'alert' : 'check'} />}
      <div>
        <h2 className="readiness-heading" tabIndex={-1} ref={headingRef}>
          {isKnown ? sentenceOf(count, isClosed) : unknownText(found)}
        </h2>
        {count > 0 && <p>{say(reviewTexts.marked)}</p>}
      </div>
      {count > 0 && <Button look="secondary" onClick={goToFirst} text={reviewTexts.first} />}
    </section>
  );
}

function unknownText(found: 'checking' | 'unknown'): string {
  return say(found === 'checking' ? reviewTexts.checking : reviewTexts.unchecked);
}

function sentenceOf(count: number, isClosed: boolean): string {
  if (count === 0) return say(isClosed ? reviewTexts.complete : reviewTexts.ready);
  return count === 1 ? say(reviewTexts.oneLeft) : say(reviewTexts.left, { count });
}

function goToFirst(): void {
  const first = document.querySelector<HTMLElement>('.review-problem a');
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** Reserves the page's space while loading, to avoid layout shift. */
function Loading() {
  useLayoutEffect(() => {
    // Braces: newer browsers return a promise, which React would treat as cleanup.
    window.scrollTo(0, 0);
  }, []);
  return (
    <p className="review-loading" role="status">
      <Spinner size="s" />
      {say(pageTexts.loading)}
    </p>
  );
}
