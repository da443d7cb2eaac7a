import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApplication } from '#client/session/application.ts';
import type { StudentDocuments } from '#client/documents/student-documents.ts';
import type { Autosave } from '#client/saving/autosave.ts';
import { saveNow } from '#client/session/submit-form.ts';
import { useServices } from '#client/api/services.ts';
import { SaveState } from '../form/SaveState.tsx';
import { useScreenFocus } from '../use-screen-focus.ts';
import { useTitle } from '../use-title.ts';
import { NO_PROBLEMS, reviewedLines } from './reviewed-lines.ts';
import { ReviewedPages } from './ReviewedPages.tsx';
import { Submission } from './Submission.tsx';
import { useProblems } from './use-problems.ts';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

type OpenReviewProps = { readonly autosave: Autosave; readonly documents: StudentDocuments };

/** What is about to be submitted, with what is missing in it. What is not saved yet is saved first. */
export function OpenReview({ autosave, documents }: OpenReviewProps) {
  const application = useApplication();
  const { definition, store } = application;
  const { now, partner } = useServices();
  const state = useSyncExternalStore(store.subscribe, store.state);
  const found = useProblems(application);
  const problems = found.kind === 'found' ? found.problems : NO_PROBLEMS;
  const lines = useMemo(
    () => reviewedLines(definition, state, { now: now(), problems }),
    [definition, state, now, problems],
  );
  const headingRef = useScreenFocus('review');
  const title = say(reviewTexts.title);
  useTitle(title, partner.name);
  useEffect(() => void saveNow(application), [application]);
  return (
    <>
      <header className="review-head">
        <h1 tabIndex={-1} ref={headingRef}>
          {title}
        </h1>
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
