import { useLayoutEffect } from 'react';
import { Spinner } from '#client/ui/Spinner.tsx';

/** Keeps the room of what is coming, from the top of the page on, so that nothing in sight moves when it is there. */
export function Loading({ text }: { readonly text: string }) {
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for what ends the effect.
    window.scrollTo(0, 0);
  }, []);
  return (
    <p className="review-loading" role="status">
      <Spinner size="s" />
      {text}
    </p>
  );
}
