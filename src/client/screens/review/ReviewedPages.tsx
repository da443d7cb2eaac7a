import { useMemo, useState, use, useSyncExternalStore, useEffect, useRef, type RefObject } from 'react';
import type { FormDefinition, PageDefinition, Question, SectionNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection, type TitledSection } from '#form/definition/walk-layout.ts';
import { Button } from '#client/ui/Button.tsx';
import {
  type PrintLines,
  InTableContext,
  usePrintLines,
  printLinesInside,
} from '#client/questionnaire/print/PrintAnswer.tsx';
import { BelowHeading, Heading } from '#client/questionnaire/layout/Layout.tsx';
import {
  type PrintRendering,
  PrintPage,
  PrintQuestion,
  printParts,
} from '#client/questionnaire/print/print-parts.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import {
  type ReviewScope,
  ReviewScopeContext,
  ReviewSectionContext,
  useReviewScope,
  reviewAnchor,
} from './review-scope.ts';
import { say, reviewTexts, submitTexts } from '#texts/say.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { atItsQuestion, runningText } from '#form/validation/wrong-questions.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { DocumentFile } from '#client/widgets/file/DocumentFile.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { sectionPlace } from '#client/session/form-places.ts';
import type { RenderNodes } from '#client/questionnaire/form-scope.ts';
import { useLocation } from 'react-router';
import type { NavigationState } from '#client/session/navigation-state.ts';
import '#client/widgets/file/file.css';

const RENDERING: PrintRendering = {
  parts: { ...printParts, Section: ReviewSection },
  questionView: ReviewQuestion,
};

type ReviewedPagesProps = Pick<ReviewScope, 'problems' | 'canChange' | 'documents'> & {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** Summary lines by question, including missing answers. */
  readonly lines: PrintLines;
};

/** All pages with their answers; sections are open at first. */
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

/** Pages without sections are changed as a whole. */
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

/** Printed answer with its file and errors. */
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

/** File name, state and first page. */
function ReviewDocument({ question }: { readonly question: string }) {
  const { subscribe, view } = useReviewScope().documents;
  const shown = useSyncExternalStore(subscribe, () => view(question));
  if (shown.phase === 'none') return null;
  return (
    <div className="review-document">
      <DocumentFile view={shown} question={question} />
    </div>
  );
}

/** Errors of an answer, with a link to its question. */
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

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** Section with a Change link. Nested ones render as in print. */
function ReviewSection({ node, render }: SectionProps) {
  const isInside = use(ReviewSectionContext) !== '';
  if (isInside) return <printParts.Section node={node} render={render} />;
  return isTitledSection(node) ? <Outermost node={node} render={render} /> : render(node.children);
}

function Outermost({ node, render }: { readonly node: TitledSection; readonly render: RenderNodes }) {
  const { page, canChange } = useReviewScope();
  const anchor = reviewAnchor(page.id, node);
  const { hash, state } = sectionPlace(node);
  const { shown, wrong } = useSectionCounts(node);
  const { isOpen, toggle } = useOpenSection();
  const toggleRef = useComeBack(anchor);
  return (
    <section className="panel review-section" aria-labelledby={anchor}>
      <header className="review-section-head">
        <Heading id={anchor} className="review-section-title">
          <button
            ref={toggleRef}
            type="button"
            className="bare review-toggle"
            aria-expanded={isOpen}
            aria-controls={`${anchor}-answers`}
            onClick={toggle}
          >
            {node.title}
          </button>
        </Heading>
        {canChange && <SectionState shown={shown} wrong={wrong} />}
        {canChange && (
          <ChangeLink to={page.path + hash} state={{ ...state, review: anchor }} what={node.title} />
        )}
      </header>
      <div id={`${anchor}-answers`} className={isOpen ? 'review-answers' : 'review-answers review-closed'}>
        <ReviewSectionContext value={anchor}>
          <BelowHeading>
            {shown > 0 ? render(node.children) : <p className="review-nothing">{say(reviewTexts.nothing)}</p>}
          </BelowHeading>
        </ReviewSectionContext>
      </div>
    </section>
  );
}

/** Counts of shown and invalid questions in a section. */
function useSectionCounts(node: SectionNode): { readonly shown: number; readonly wrong: number } {
  const { problems } = useReviewScope();
  const lines = printLinesInside(node, usePrintLines());
  return { shown: lines.length, wrong: lines.filter(({ key }) => problems.has(key)).length };
}

function SectionState({ shown, wrong }: { readonly shown: number; readonly wrong: number }) {
  const right = say(shown === 0 ? reviewTexts.empty : submitTexts.stepDone);
  return (
    <p className={`fine-print review-state no-print ${wrong > 0 ? 'review-state-wrong' : ''}`}>
      {wrong > 0 ? say(submitTexts.toFix, { count: wrong }) : right}
    </p>
  );
}

/** Whether a section is open; initially it is. */
function useOpenSection() {
  const { everything } = useReviewScope();
  const [chosen, choose] = useState<{ readonly isOpen: boolean; readonly since: typeof everything }>();
  const isOpen = chosen?.since === everything && chosen ? chosen.isOpen : (everything?.isOpen ?? true);
  return { isOpen, toggle: () => choose({ isOpen: !isOpen, since: everything }) };
}

/** Ref of the control to focus when the address names its section. */
function useComeBack(anchor: string): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${anchor}`) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [anchor, hash]);
  return ref;
}

type ChangeLinkProps = {
  readonly to: string;
  readonly state: NavigationState;
  /** Label for screen readers. */
  readonly what: string;
};

/** Link to the questions of a section or page. */
function ChangeLink({ to, state, what }: ChangeLinkProps) {
  return (
    <ScreenLink to={to} state={state} className="review-change no-print">
      {say(reviewTexts.change)} <span className="visually-hidden">{what}</span>
    </ScreenLink>
  );
}
