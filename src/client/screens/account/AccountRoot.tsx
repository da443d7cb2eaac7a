import { Outlet } from 'react-router';
import { Logo } from '#client/components/Logo.tsx';
import { useServices } from '#client/data/services.ts';
import './AccountRoot.css';

/** The root of the account screens: the institution on one side, a card on the other. */
export function AccountRoot() {
  const { partner } = useServices();
  return (
    <div className="account">
      <header className="account__brand">
        <div className="account__pinned">
          <Logo name={partner.name} isInverse />
          <div className="account__pitch">
            <p className="account__title">{partner.application_title}</p>
            <p className="account__promise">
              Three steps, saved as you type. Start today, finish when you are ready.
            </p>
          </div>
        </div>
      </header>
      <main className="account__main">
        <Outlet />
      </main>
    </div>
  );
}
