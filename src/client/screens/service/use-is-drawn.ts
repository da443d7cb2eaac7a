import { useEffect, useState } from 'react';

/** True once everything is drawn, in its own letters: the fonts that the texts need are known after the first layout. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // Asks for the layout now, and with it for the fonts.
      document.body.getBoundingClientRect();
      void document.fonts.ready.then(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isDrawn;
}
