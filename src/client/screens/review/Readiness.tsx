import type { RefObject } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import type { KnownProblems } from './use-problems.ts';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';

type ReadinessProps = {
  readonly found: KnownProblems;
  /** Whether the partner takes nothing any more for the term in the answers. */
  readonly isClosed: boolean;
  /** Gets the focus after a refused submit. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Whether the application could be submitted as it is, and the way to the first thing that is missing. */
export function Readiness({ found, isClosed, headingRef }: ReadinessProps) {
  const count = found.kind === 'found' ? found.problems.size : 0;
  const look = count > 0 ? 'readiness-wrong' : `readiness-${found.kind}`;
  return (
    <section className={`readiness no-print ${look}`} role="status">
      {found.kind === 'found' && <Icon name={count > 0 ? 'alert' : 'check'} />}
      <div>
        <h2 className="readiness-heading" tabIndex={-1} ref={headingRef}>
          {sentenceOf(found, count, isClosed)}
        </h2>
        {count > 0 && <p>{say(reviewTexts.marked)}</p>}
      </div>
      {count > 0 && (
        <Button look="secondary" onClick={goToFirst}>
          {say(reviewTexts.first)}
        </Button>
      )}
    </section>
  );
}

function sentenceOf({ kind }: KnownProblems, count: number, isClosed: boolean): string {
  if (kind === 'unknown') return say(reviewTexts.unchecked);
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
