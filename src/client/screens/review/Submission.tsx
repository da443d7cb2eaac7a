import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useApplication } from '#client/session/application.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ActionDialogs } from '../form/submission/ActionDialogs.tsx';
import { useFault } from '../form/use-fault.ts';
import { useSubmit } from '../form/submission/use-submit.ts';
import { DeadlineText } from '../frame/Deadline.tsx';
import { useDeadline } from '../frame/use-deadline.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { Loading } from './Loading.tsx';
import { Readiness } from './Readiness.tsx';
import type { FoundProblems } from './use-problems.ts';
import { say } from '#texts/say.ts';
import { formTexts, reviewTexts } from '#generated/texts.ts';

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
  if (found.kind === 'checking') return <Loading text={say(reviewTexts.checking)} />;
  return (
    <>
      <Readiness found={found} isClosed={deadline?.isClosed === true} headingRef={readiness} />
      {children}
      <div className="review-actions no-print">
        {deadline && <DeadlineText words={deadline.words} />}
        {deadline?.isClosed !== true && <p>{say(reviewTexts.final)}</p>}
        <div className="review-buttons">
          {last && (
            <ScreenLink to={last.path} className={buttonClass('secondary')}>
              {say(formTexts.back)}
            </ScreenLink>
          )}
          <Button size="submit" isBusy={isSubmitting} onClick={submit}>
            {say(formTexts.submit)}
          </Button>
        </div>
      </div>
      <ActionDialogs actions={{ ...faults, ...submission }} />
    </>
  );
}
