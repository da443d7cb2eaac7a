/** Day and time where the student is, e.g. “Nov 22, 2026, 8:15 PM”. */
export function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
