import { useDeferredValue, useMemo, useState } from 'react';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection } from '#form/definition/walk-layout.ts';
import { Button } from '#client/ui/Button.tsx';
import type { PrintLines } from '#client/questionnaire/print/PrintAnswer.tsx';
import { BelowHeading } from '#client/questionnaire/layout/Layout.tsx';
import { type PrintRendering, PrintPage } from '#client/questionnaire/print/PrintPage.tsx';
import { printParts } from '#client/questionnaire/print/print-parts.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { ChangeLink, ReviewSection } from './ReviewSection.tsx';
import { ReviewQuestion } from './ReviewQuestion.tsx';
import { type ReviewScope, ReviewScopeContext } from './review-scope.ts';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

const RENDERING: PrintRendering = {
  parts: { ...printParts, Section: ReviewSection },
  questionView: ReviewQuestion,
};

type ReviewedPagesProps = Pick<ReviewScope, 'problems' | 'canChange' | 'documents'> & {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** What is shown, by question: the summary, and what is missing. */
  readonly lines: PrintLines;
};

/** All pages as staff read them; closed sections render later, because they are slow (decision 4). */
export function ReviewedPages({ definition, store, lines, ...scope }: ReviewedPagesProps) {
  const [everything, setEverything] = useState<ReviewScope['everything']>();
  const isOpen = everything?.isOpen ?? false;
  const isWhole = useDeferredValue(true, false);
  return (
    <div className="stack reviewed-pages">
      <p className="reviewed-all no-print">
        <Button look="text" onClick={() => setEverything({ isOpen: !isOpen })}>
          {say(isOpen ? reviewTexts.closeAll : reviewTexts.openAll)}
        </Button>
      </p>
      {definition.pages.map((page) => (
        <section key={page.id} className="reviewed-page" aria-labelledby={`page-${page.id}`}>
          <header className="spread reviewed-page-head">
            <h2 id={`page-${page.id}`}>{page.title}</h2>
            {scope.canChange && !hasSections(page) && (
              <ChangeLink to={page.path} state={{ review: page.id }} what={page.title} />
            )}
          </header>
          <BelowHeading>
            <ReviewedPage {...scope} {...{ page, everything, isWhole, store, lines }} />
          </BelowHeading>
        </section>
      ))}
    </div>
  );
}

/** A page without any is changed as a whole. */
function hasSections({ layout }: PageDefinition): boolean {
  return allNodes(layout).some((node) => isTitledSection(node));
}

type ReviewedPageProps = ReviewScope & { readonly store: FormStore; readonly lines: PrintLines };

function ReviewedPage({ store, lines, ...given }: ReviewedPageProps) {
  const { page, problems, canChange, everything, documents, isWhole } = given;
  const scope = useMemo(
    () => ({ page, problems, canChange, everything, documents, isWhole }),
    [page, problems, canChange, everything, documents, isWhole],
  );
  return (
    <ReviewScopeContext value={scope}>
      <PrintPage page={page} store={store} lines={lines} rendering={RENDERING} />
    </ReviewScopeContext>
  );
}
