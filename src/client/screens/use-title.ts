import { useEffect } from 'react';

/** Names the screen in the browser's tab, the particular first (WCAG 2.4.2). */
export function useTitle(title: string, institution: string): void {
  useEffect(() => {
    document.title = title === '' ? institution : `${title} – ${institution}`;
  }, [title, institution]);
}
