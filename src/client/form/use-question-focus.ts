import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusQuestion } from './store/focus-question.ts';

/**
 * Follows links such as `/about#first_name` to the question (contract, "Page"): on a cold load, while the page
 * is still loading, in a closed tab, and on the second click of the same link, which only changes the key of
 * the location.
 *
 * @param isAsked false where somebody is back at such an address, and may have gone on from the question since
 */
export function useQuestionFocus(isAsked = true): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const question = decodeHash(hash);
    // The key of the location distinguishes two clicks on the same link.
    return question === '' || key === '' || !isAsked ? undefined : focusQuestion(question);
  }, [hash, isAsked, key]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A hash that is not encoded well names no question.
    return '';
  }
}
