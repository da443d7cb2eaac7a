import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useReviewScope } from './review-scope.ts';

const PHONE = '(width < 600px)';

/** True where the whole application would be many screens high. */
function isPhone(): boolean {
  return window.matchMedia(PHONE).matches;
}

/**
 * Whether a section shows its answers. On a phone it is closed at first, unless something is wrong in it or the student
 * comes back to it from its questions.
 */
export function useOpenSection(anchor: string, isWrong: boolean) {
  const { everything } = useReviewScope();
  const { hash } = useLocation();
  const [isSmall] = useState(isPhone);
  const [chosen, choose] = useState<{ readonly isOpen: boolean; readonly since: typeof everything }>();
  const byItself = everything?.isOpen ?? (!isSmall || isWrong || hash === `#${anchor}`);
  const isOpen = chosen?.since === everything && chosen ? chosen.isOpen : byItself;
  return { isOpen, toggle: () => choose({ isOpen: !isOpen, since: everything }) };
}

/** A ref for the control that gets the focus when somebody comes to the address of its section. */
export function useComeBack(anchor: string): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${anchor}`) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [anchor, hash]);
  return ref;
}
