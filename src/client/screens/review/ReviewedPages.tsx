import { useMemo, useState, use, useSyncExternalStore } from 'react';
import type { FormDefinition, PageDefinition, Question } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection } from '#form/definition/walk-layout.ts';
import { Button } from '#client/ui/Button.tsx';
import { type PrintLines, InTableContext, usePrintLines } from '#client/questionnaire/print/PrintAnswer.tsx';
import { BelowHeading } from '#client/questionnaire/layout/Layout.tsx';
import { type PrintRendering, PrintPage, PrintQuestion } from '#client/questionnaire/print/PrintPage.tsx';
import { printParts } from '#client/questionnaire/print/print-parts.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { ChangeLink, ReviewSection } from './ReviewSection.tsx';
import {
  type ReviewScope,
  ReviewScopeContext,
  ReviewSectionContext,
  useReviewScope,
} from './review-scope.ts';
import { say, reviewTexts } from '#texts/say.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { atItsQuestion, runningText } from '#form/validation/wrong-questions.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { DocumentFile } from '#client/widgets/file/DocumentFile.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import '#client/widgets/file/file.css';

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

/** All pages with their answers, all sections open at first. */
export function ReviewedPages({ definition, store, lines, ...scope }: ReviewedPagesProps) {
  const [everything, setEverything] = useState<ReviewScope['everything']>();
  const isOpen = everything?.isOpen ?? true;
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
            <ReviewedPage {...scope} {...{ page, everything, store, lines }} />
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
  const { page, problems, canChange, everything, documents } = given;
  const scope = useMemo(
    () => ({ page, problems, canChange, everything, documents }),
    [page, problems, canChange, everything, documents],
  );
  return (
    <ReviewScopeContext value={scope}>
      <PrintPage page={page} store={store} lines={lines} rendering={RENDERING} />
    </ReviewScopeContext>
  );
}

/** A question with its answer as the print has it, the file that it is answered with, and what is wrong with it. */
function ReviewQuestion({ question }: { readonly question: Question }) {
  const line = usePrintLines().get(question.key);
  const isCell = use(InTableContext);
  if (!line) return null;
  return (
    <>
      {line.value !== '' && <PrintQuestion question={question} />}
      {line.value === '' && !isCell && <p className="print-label">{question.label}</p>}
      {isDocumentQuestion(question) && <ReviewDocument question={question.key} />}
      <Problem question={question} isMissing={line.value === ''} />
    </>
  );
}

/** The name of the file, how far it is, and its first page. */
function ReviewDocument({ question }: { readonly question: string }) {
  const { subscribe, view } = useReviewScope().documents;
  const shown = useSyncExternalStore(subscribe, () => view(question));
  if (shown.phase === 'none') return null;
  return (
    <div className="review-document">
      <DocumentFile view={shown} />
    </div>
  );
}

/** Why an answer cannot stay as it is, and the way to its question. */
function Problem({ question, isMissing }: { readonly question: Question; readonly isMissing: boolean }) {
  const { key, fullLabel } = question;
  const { page, problems } = useReviewScope();
  const review = use(ReviewSectionContext);
  const sentences = problems.get(key);
  if (!sentences) return null;
  return (
    <div className="review-problem">
      <Icon name="alert" />
      <p>{runningText(sentences.map((sentence) => atItsQuestion(question, sentence)))}</p>
      <ScreenLink to={`${page.path}#${key}`} state={{ review }}>
        {say(isMissing ? reviewTexts.answer : reviewTexts.change)}{' '}
        <span className="visually-hidden">{fullLabel}</span>
      </ScreenLink>
    </div>
  );
}
