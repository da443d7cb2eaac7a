import { Outlet } from 'react-router';
import { Announcement } from '#client/ui/Message.tsx';
import { Languages } from '#client/ui/Languages.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { useServices } from '#client/api/services.ts';
import { say, accountTexts } from '#texts/say.ts';
import './account.css';

/** Renders the institution next to a card. */
export function AccountRoot() {
  const { partner } = useServices();
  return (
    <div className="account">
      <header className="account-brand">
        <div className="stack account-pinned">
          <Logo brand={partner} isInverse />
          <div className="stack account-pitch">
            <p className="account-title">{partner.application_title}</p>
            <p className="account-promise">{say(accountTexts.promise)}</p>
          </div>
        </div>
      </header>
      <main className="account-main">
        <Announcement text={partner.banner} />
        <Outlet />
        {partner.languages && <Languages languages={partner.languages} />}
      </main>
    </div>
  );
}
