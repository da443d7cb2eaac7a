import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusPlace } from './store/focus-question.ts';

/**
 * Follows links such as `/about#first_name` to the question (docs/behavior.md 2.2), or else to the section of this name:
 * on a cold load, while the page is still loading, in a closed tab, and on the second click of the same link, which
 * only changes the key of the location.
 *
 * @param isAsked false where somebody is back at such an address, and may have gone on from there since
 * @param section the section that a link means, where a question in it may have the same name
 */
export function useQuestionFocus(isAsked = true, section?: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const name = decodeHash(hash);
    // The key of the location distinguishes two clicks on the same link.
    if (name === '' || key === '' || !isAsked) return undefined;
    return focusPlace({ name, isSection: name === section });
  }, [hash, isAsked, key, section]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A hash that is not encoded well names nothing.
    return '';
  }
}
