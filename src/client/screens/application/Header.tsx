import type { ReactNode } from 'react';
import { Logo } from '#client/components/Logo.tsx';
import { useServices } from '#client/data/services.ts';
import './Header.css';

/** The institution on the left, the account on the right. */
export function Header({ children }: { children: ReactNode }) {
  const { partner } = useServices();
  return (
    <header className="header">
      <div className="header__inner">
        <Logo name={partner.name} />
        {children}
      </div>
    </header>
  );
}
