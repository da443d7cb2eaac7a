import { useEffect } from 'react';
import { cssString } from './css-string.ts';

type RunningHead = { readonly applicant: string; readonly title: string; readonly institution: string };

/** Names the document, and with it each printed page: the margins of a page (print.css) read these properties. */
export function useRunningHead({ applicant, title, institution }: RunningHead): void {
  useEffect(() => {
    document.title = `${title}: ${applicant}`;
    const { style } = document.documentElement;
    style.setProperty('--print-applicant', cssString(applicant));
    style.setProperty('--print-title', cssString(`${institution} · ${title}`));
    return () => {
      style.removeProperty('--print-applicant');
      style.removeProperty('--print-title');
    };
  }, [applicant, title, institution]);
}
