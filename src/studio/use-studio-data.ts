import { useEffect, useState } from 'react';
import { STUDIO_EVENTS, type StudioData } from './studio-data.ts';

/** What is known of the questionnaire of a partner, as it is now; `npm run dev` sends what changes. */
export function useStudioData(partner: string | undefined): Partial<StudioData> {
  const [data, setData] = useState<Partial<StudioData>>({});
  useEffect(() => {
    // Vite looks for these words.
    const hot = import.meta.hot;
    if (!hot) return undefined;
    const take = (part: Partial<StudioData>): void => setData((before) => ({ ...before, ...part }));
    hot.on(STUDIO_EVENTS.data, take);
    hot.send(STUDIO_EVENTS.opened, { partner });
    return () => hot.off(STUDIO_EVENTS.data, take);
  }, [partner]);
  return data;
}

/** Has `npm run dev` explain what has this name in the files, now and after each edit. */
export function useExplained(name: string | undefined): void {
  useEffect(() => {
    import.meta.hot?.send(STUDIO_EVENTS.requested, { name });
  }, [name]);
}
