import { useEffect, useState } from 'react';
import { PRELOAD_DELAY } from './use-preload.ts';

type Library = Awaited<ReturnType<typeof importInactivity>>;

/**
 * What watches over an idle student, loaded once the page has come to rest: nobody is idle for long before. It is tried
 * again until it is there, because a page that is left open has to end.
 */
export function useLateInactivity(): Library | undefined {
  const [library, setLibrary] = useState<Library>();
  useEffect(() => {
    let timer = setTimeout(load, PRELOAD_DELAY);
    function load(): void {
      importInactivity().then(setLibrary, () => {
        timer = setTimeout(load, PRELOAD_DELAY);
      });
    }
    return () => clearTimeout(timer);
  }, []);
  return library;
}

async function importInactivity() {
  const { Inactivity } = await import('./Inactivity.tsx');
  return { Inactivity };
}
