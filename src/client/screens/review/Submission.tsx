import { useEffect, useRef, useState, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { useApplication } from '#client/session/application.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ActionDialogs } from '../form/submission/ActionDialogs.tsx';
import { useFault, useSubmit } from '../form/submission/use-submit.ts';
import { DeadlineText, useDeadline } from '../frame/Deadline.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import type { FoundProblems } from './use-problems.ts';
import { say, formTexts, reviewTexts } from '#texts/say.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';

type SubmissionProps = {
  readonly found: FoundProblems;
  /** What is submitted. */
  readonly children: ReactNode;
};

/** What is still missing above the application, Submit below it. A refused submit leads to what is missing. */
export function Submission({ found, children }: SubmissionProps) {
  const { definition } = useApplication();
  const { onError, onNotSaved, ...faults } = useFault();
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
      <ActionDialogs actions={{ ...faults, ...submission }} />
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
export function Loading({ text }: { readonly text: string }) {
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
