import { dateText } from '#texts/language.ts';

/** Day and time where the student is, e.g. “Nov 22, 2026, 8:15 PM”. */
export function momentText(iso: string): string {
  return dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}
