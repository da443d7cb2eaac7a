import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { App } from '#client/App.tsx';
import type { Services } from '#client/api/services.ts';
import type { FormState } from '#form/definition/definition.ts';
import { announce, type FrameOrder, onOrder, type ShownPlace } from './messages.ts';
import { markQuestion } from './mark-question.ts';
import { PlaceFollower } from './PlaceFollower.tsx';

type FormFrameProps = { readonly createServices: (state: FormState) => Services };

type Filled = { readonly number: number; readonly state: FormState; readonly path: string };

/** The form as students see it, with answers that the studio gives it; each time it is filled in it starts over. */
export function FormFrame({ createServices }: FormFrameProps) {
  const [filled, setFilled] = useState<Filled>();
  const [place, setPlace] = useState<ShownPlace>();
  const at = useRef('/');
  const move = useCallback((path: string) => {
    at.current = path;
    announce({ kind: 'at', path });
  }, []);
  useEffect(() => {
    const obey = (order: FrameOrder): void => {
      if (order.kind === 'mark') markQuestion(order.key);
      if (order.kind === 'show') setPlace(order);
      if (order.kind !== 'fill') return;
      setPlace(undefined);
      const path = at.current;
      setFilled((last) => ({ number: (last?.number ?? 0) + 1, state: order.state, path }));
    };
    const stop = onOrder(obey);
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
