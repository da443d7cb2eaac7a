import { type ReactNode, useId } from 'react';
import { dateText } from '#texts/language.ts';

type AccountSectionProps = { readonly title: string; readonly lead?: string; readonly children: ReactNode };

/** One thing that a student sees or does on the screen of their account. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="own-account-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p>{lead}</p>}
      {children}
    </section>
  );
}

/** Day and time where the student is, e.g. “Nov 22, 2026, 8:15 PM”. */
export function momentText(iso: string): string {
  return dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}
