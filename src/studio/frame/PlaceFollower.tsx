import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { revealQuestion } from '#client/questionnaire/reveal-question.ts';
import { markQuestion } from './mark-question.ts';
import { announce, type ShownPlace } from './messages.ts';

/** A page that is loaded for the first time takes as long, on a slow machine. */
const DRAWN_WITHIN_MS = 4000;
/** Once its page is there, a question is: what is asked is drawn at once. */
const SETTLED_MS = 400;

type PlaceFollowerProps = {
  readonly place: ShownPlace | undefined;
  readonly onMove: (path: string) => void;
};

/**
 * Goes where the studio wants, without taking the focus from it: tabs and confirmations around a question are opened
 * as when it is missing, and it is scrolled to.
 */
export function PlaceFollower({ place, onMove }: PlaceFollowerProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => onMove(pathname), [onMove, pathname]);
  useEffect(() => {
    if (!place) return undefined;
    void navigate(place.path);
    markQuestion(place.key);
    return untilDrawn(place);
  }, [place, navigate]);
  return null;
}

/** Scrolls to the place once it is drawn, and announces whether it is there. @returns how to stop */
function untilDrawn({ key, elements }: ShownPlace): () => void {
  const began = performance.now();
  let drawnAt: number | undefined;
  let frame = 0;
  const look = (): void => {
    const now = performance.now();
    const isDrawn = document.querySelector('main h1') !== null;
    drawnAt = isDrawn ? (drawnAt ?? now) : undefined;
    if (isDrawn && key !== undefined) revealQuestion(key);
    const found = elements.map((id) => document.getElementById(id)).find((element) => element !== null);
    const isOver = now - began > DRAWN_WITHIN_MS || (drawnAt !== undefined && now - drawnAt > SETTLED_MS);
    if (!found && !isOver) {
      frame = requestAnimationFrame(look);
      return;
    }
    found?.scrollIntoView({ block: elements.length === 1 ? 'center' : 'start' });
    announce({ kind: 'shown', isThere: found !== undefined });
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
