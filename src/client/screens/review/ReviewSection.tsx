import { use, useEffect, useRef, useState, type RefObject } from 'react';
import type { SectionNode } from '#form/definition/definition.ts';
import { isTitledSection, type TitledSection } from '#form/definition/walk-layout.ts';
import { sectionPlace } from '#client/session/form-places.ts';
import type { RenderNodes } from '#client/questionnaire/form-scope.ts';
import { BelowHeading, Heading } from '#client/questionnaire/layout/Layout.tsx';
import { printLinesInside, usePrintLines } from '#client/questionnaire/print/PrintAnswer.tsx';
import { printParts } from '#client/questionnaire/print/print-parts.tsx';
import { reviewAnchor, ReviewSectionContext, useReviewScope } from './review-scope.ts';
import { say, reviewTexts, submitTexts } from '#texts/say.ts';
import { useLocation } from 'react-router';
import type { NavigationState } from '../navigation-state.ts';
import { ScreenLink } from '../ScreenLink.tsx';

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** A section of the form, with the way to change it. A nested one is rendered as in print. */
export function ReviewSection({ node, render }: SectionProps) {
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

/** How many questions of a section have something to show, and how many of them are wrong. */
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

/** Whether a section shows its answers: at first it does. */
function useOpenSection() {
  const { everything } = useReviewScope();
  const [chosen, choose] = useState<{ readonly isOpen: boolean; readonly since: typeof everything }>();
  const isOpen = chosen?.since === everything && chosen ? chosen.isOpen : (everything?.isOpen ?? true);
  return { isOpen, toggle: () => choose({ isOpen: !isOpen, since: everything }) };
}

/** A ref for the control that gets the focus when somebody comes to the address of its section. */
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
  /** Names what the link changes, for screen readers. */
  readonly what: string;
};

/** The way to the questions of what is shown. */
export function ChangeLink({ to, state, what }: ChangeLinkProps) {
  return (
    <ScreenLink to={to} state={state} className="review-change no-print">
      {say(reviewTexts.change)} <span className="visually-hidden">{what}</span>
    </ScreenLink>
  );
}
