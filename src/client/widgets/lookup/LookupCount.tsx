import { useEffect, useState } from 'react';

/** Milliseconds without news before they are read out: with each key it would disturb. */
const QUIET_MS = 700;

type CountProps = {
  /** How much was found; undefined while nothing is looked for, or it is not known yet. */
  readonly count: number | undefined;
};

/** Tells a screen reader how much was found. */
export function LookupCount({ count }: CountProps) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = globalThis.setTimeout(() => setTold(sentence(count)), QUIET_MS);
    return () => globalThis.clearTimeout(timer);
  }, [count]);
  return (
    <span className="visually-hidden" role="status" aria-label="Search results">
      {count === undefined ? '' : told}
    </span>
  );
}

function sentence(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result.' : `${count} results.`;
}
