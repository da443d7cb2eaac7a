import { type ReactNode, useId } from 'react';

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
