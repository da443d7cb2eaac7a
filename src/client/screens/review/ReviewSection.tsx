import { use } from 'react';
import type { SectionNode } from '#form/definition/definition.ts';
import { isTitledSection, type TitledSection } from '#form/definition/section-anchor.ts';
import { sectionPlace } from '#client/session/section-place.ts';
import type { DrawNodes } from '#client/questionnaire/form-scope.ts';
import { BelowHeading, Heading } from '#client/questionnaire/layout/Heading.tsx';
import { printLinesInside, usePrintLines } from '#client/questionnaire/print/print-lines.ts';
import { printParts } from '#client/questionnaire/print/print-parts.tsx';
import { ChangeLink } from './ChangeLink.tsx';
import { reviewAnchor, ReviewSectionContext } from './review-anchor.ts';
import { useReviewScope } from './review-scope.ts';
import { useComeBack, useOpenSection } from './use-open-section.ts';
import { say } from '#texts/say.ts';
import { reviewTexts, submitTexts } from '#generated/texts.ts';

type SectionProps = { readonly node: SectionNode; readonly draw: DrawNodes };

/** A section of the form, with the way to change it. One inside another is drawn as in print. */
export function ReviewSection({ node, draw }: SectionProps) {
  const isInside = use(ReviewSectionContext) !== '';
  if (isInside) return <printParts.Section node={node} draw={draw} />;
  return isTitledSection(node) ? <Outermost node={node} draw={draw} /> : draw(node.children);
}

function Outermost({ node, draw }: { readonly node: TitledSection; readonly draw: DrawNodes }) {
  const { page, canChange, isWhole } = useReviewScope();
  const anchor = reviewAnchor(page.id, node);
  const { hash, state } = sectionPlace(node);
  const { shown, wrong } = useSectionCounts(node);
  const { isOpen, toggle } = useOpenSection(anchor, wrong > 0);
  const toggleRef = useComeBack(anchor);
  return (
    <section className="review-section" aria-labelledby={anchor}>
      <header className="review-section-head">
        <Heading id={anchor} className="review-section-title">
          <button
            ref={toggleRef}
            type="button"
            className="review-toggle"
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
            {(isWhole || isOpen) &&
              (shown > 0 ? (
                draw(node.children)
              ) : (
                <p className="review-nothing">{say(reviewTexts.nothing)}</p>
              ))}
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
  if (wrong > 0) {
    return (
      <p className="review-state review-state-wrong no-print">{say(submitTexts.toFix, { count: wrong })}</p>
    );
  }
  return (
    <p className="review-state no-print">
      {shown === 0 ? say(reviewTexts.empty) : say(submitTexts.stepDone)}
    </p>
  );
}
