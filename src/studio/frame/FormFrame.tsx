import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { App } from '#client/App.tsx';
import type { Services } from '#client/api/services.ts';
import type { FormState } from '#form/definition/definition.ts';
import { announce, type FrameOrder, onMessage, type ShownPlace, markQuestion } from './messages.ts';
import { revealQuestion } from '#client/questionnaire/focus-question.ts';

type FilledForm = { readonly number: number; readonly state: FormState; readonly path: string };

/** The student form with answers from the studio; each fill restarts it. */
export function FormFrame({ createServices }: { readonly createServices: (state: FormState) => Services }) {
  const [filled, setFilled] = useState<FilledForm>();
  const [place, setPlace] = useState<ShownPlace>();
  const at = useRef('/');
  const move = useCallback((path: string) => void (at.current = path), []);
  useEffect(() => {
    const obey = ({ data: order }: MessageEvent<FrameOrder>): void => {
      if (order.kind === 'mark') markQuestion(order.key);
      if (order.kind === 'show') setPlace(order);
      if (order.kind !== 'fill') return;
      setPlace(undefined);
      const path = at.current;
      setFilled((last) => ({ number: (last?.number ?? 0) + 1, state: order.state, path }));
    };
    const stop = onMessage(() => window.parent, obey);
    announce({ kind: 'ready' });
    return stop;
  }, []);
  const services = useMemo(() => filled && createServices(filled.state), [createServices, filled]);
  if (!filled || !services) return null;
  return (
    <MemoryRouter key={filled.number} initialEntries={[filled.path]}>
      <PlaceFollower place={place} onMove={move} />
      <App services={services} />
    </MemoryRouter>
  );
}

/** Maximum wait in milliseconds for a first load on a slow machine. */
const RENDERED_WITHIN_MS = 4000;
/** Time in milliseconds for a loaded page to render its visible questions. */
const SETTLED_MS = 400;

type PlaceFollowerProps = { readonly place: ShownPlace | undefined; readonly onMove: (path: string) => void };

/** Navigates to the requested place without moving focus; opens tabs and confirmations on the way. */
function PlaceFollower({ place, onMove }: PlaceFollowerProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => onMove(pathname), [onMove, pathname]);
  useEffect(() => {
    if (!place) return undefined;
    void navigate(place.path);
    markQuestion(place.key);
    return untilRendered(place);
  }, [place, navigate]);
  return null;
}

/** Scrolls to the place once rendered, and reports whether it exists. @returns a function that cancels */
function untilRendered({ key, elements }: ShownPlace): () => void {
  const began = performance.now();
  let renderedAt: number | undefined;
  let frame = 0;
  const look = (): void => {
    const now = performance.now();
    const isRendered = document.querySelector('main h1') !== null;
    renderedAt = isRendered ? (renderedAt ?? now) : undefined;
    if (isRendered && key !== undefined) revealQuestion(key);
    const found = elements.map((id) => document.getElementById(id)).find((element) => element !== null);
    const isOver =
      now - began > RENDERED_WITHIN_MS || (renderedAt !== undefined && now - renderedAt > SETTLED_MS);
    // A whole page counts as found once rendered, since no element represents it.
    const isThere = found !== undefined || (elements.length === 0 && isRendered);
    if (!isThere && !isOver) {
      frame = requestAnimationFrame(look);
      return;
    }
    found?.scrollIntoView({ block: elements.length === 1 ? 'center' : 'start' });
    announce({ kind: 'shown', isThere });
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
