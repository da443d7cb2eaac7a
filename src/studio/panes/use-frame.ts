import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FormState } from '#form/definition/definition.ts';
import { type FrameOrder, onNews, type ShownPlace } from '../frame/messages.ts';

/** What the frame is to show: whose answers, and where. */
export type Wanted = {
  /** Who it is: somebody else begins with a new form, though nothing is answered. */
  readonly as: string | undefined;
  readonly state: FormState;
  readonly place: ShownPlace | undefined;
};

type Frame = {
  readonly ref: RefObject<HTMLIFrameElement | null>;
  /** True while what is wanted is not on the page with these answers. */
  readonly isMissing: boolean;
};

/** Has the frame show what is wanted; it is filled in again only when the answers are others. */
export function useFrame({ as, state, place }: Wanted, onChoose: (key: string) => void): Frame {
  const ref = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const clicked = useRef<string>(undefined);
  const filled = useRef('');
  const order = useCallback((message: FrameOrder): void => {
    ref.current?.contentWindow?.postMessage(message, window.location.origin);
  }, []);
  useEffect(
    () =>
      onNews(
        () => ref.current?.contentWindow,
        (news) => {
          if (news.kind === 'ready') setLoads((count) => count + 1);
          if (news.kind === 'shown') setMissing(!news.isThere);
          if (news.kind !== 'chosen') return;
          clicked.current = news.key;
          setMissing(false);
          onChoose(news.key);
        },
      ),
    [onChoose],
  );
  const answers = JSON.stringify(state);
  const target = JSON.stringify(place);
  useEffect(() => {
    if (loads === 0) return;
    const content = `${loads} ${as} ${answers}`;
    const isFilled = filled.current === content;
    if (!isFilled) order({ kind: 'fill', state });
    filled.current = content;
    setMissing(false);
    if (!place) order({ kind: 'mark', key: undefined });
    // What was clicked in the form is there already: it is not to move under the mouse.
    else if (!isFilled || place.key === undefined || place.key !== clicked.current)
      order({ kind: 'show', ...place });
    clicked.current = undefined;
    // The texts say when something else is wanted; the objects are made again each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [loads, as, answers, target, order]);
  return { ref, isMissing };
}
