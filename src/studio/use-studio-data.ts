import { useEffect, useState } from 'react';
import { STUDIO_EVENTS, type StudioData } from './studio-data.ts';

/** Returns a partner's studio data; `npm run dev` sends updates. */
export function useStudioData(partner: string | undefined): Partial<StudioData> {
  const [data, setData] = useState<Partial<StudioData>>({});
  useEffect(() => {
    // Vite looks for this exact expression.
    const hot = import.meta.hot;
    if (!hot) return undefined;
    const take = (part: Partial<StudioData>): void => setData((before) => ({ ...before, ...part }));
    hot.on(STUDIO_EVENTS.data, take);
    hot.send(STUDIO_EVENTS.opened, { partner });
    return () => hot.off(STUDIO_EVENTS.data, take);
  }, [partner]);
  return data;
}

/** Requests an explanation of a name from `npm run dev`, now and after each edit. */
export function useExplained(name: string | undefined): void {
  useEffect(() => {
    import.meta.hot?.send(STUDIO_EVENTS.requested, { name });
  }, [name]);
}
