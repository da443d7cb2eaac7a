import type { ReactNode } from 'react';
import { type Brand, Logo } from './Logo.tsx';
import { say, pageTexts } from '#texts/say.ts';

type SpinnerProps = { readonly size: 'xs' | 's' | 'm'; readonly type?: 'spinner' | 'circles' };

/** Ring or three circles next to a loading text. */
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
  /** Reason for a delay, if known. */
  readonly children?: ReactNode;
};

/** Full-screen spinner (docs/behavior.md 9). Same as in index.html to avoid layout shift. */
export function SpinnerScreen({ brand, children }: SpinnerScreenProps) {
  return (
    <div className="spinner-screen" role="status">
      <Logo brand={brand} />
      <span className="spinner" aria-hidden="true" />
      {children ?? <span>{say(pageTexts.loading)}</span>}
    </div>
  );
}
