import type { ReactNode } from 'react';
import { type Brand, Logo } from './Logo.tsx';
import { say, pageTexts } from '#texts/say.ts';

type SpinnerProps = { readonly size: 'xs' | 's' | 'm'; readonly type?: 'spinner' | 'circles' };

/** Renders a ring or three circles next to a loading text. */
export function Spinner({ size, type = 'spinner' }: SpinnerProps) {
  return (
    <span className={`${type} spinner-${size}`} aria-hidden="true">
      {type === 'circles' && CIRCLES}
    </span>
  );
}

const CIRCLES = [1, 2, 3].map((circle) => <span key={circle} />);

type SpinnerScreenProps = {
  readonly brand: Brand;
  /** Why it takes longer, where that is known. */
  readonly children?: ReactNode;
};

/** Spinner over the whole screen (docs/behavior.md 9); index.html begins with the same, so nothing moves. */
export function SpinnerScreen({ brand, children }: SpinnerScreenProps) {
  return (
    <div className="spinner-screen" role="status">
      <Logo brand={brand} />
      <span className="spinner" aria-hidden="true" />
      {children ?? <span>{say(pageTexts.loading)}</span>}
    </div>
  );
}
