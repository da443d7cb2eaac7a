import { useEffect, useState } from 'react';

/** Milliseconds without a change before the number is announced: at each key it would disturb. */
const QUIET_MS = 700;

type CountProps = {
  /** The number of results; undefined while no search runs, or before its first result. */
  readonly count: number | undefined;
};

/** Announces the number of results to screen readers. */
export function LookupCount({ count }: CountProps) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = globalThis.setTimeout(() => setAnnounced(sentence(count)), QUIET_MS);
    return () => globalThis.clearTimeout(timer);
  }, [count]);
  return (
    <span className="visually-hidden" role="status" aria-label="Search results">
      {count === undefined ? '' : announced}
    </span>
  );
}

function sentence(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result.' : `${count} results.`;
}
