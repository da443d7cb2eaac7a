import { Outlet, useLocation } from 'react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { Announcement } from '#client/ui/Message.tsx';
import { Languages } from '#client/screens/Languages.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { useServices } from '#client/api/services.ts';
import { say, accountTexts } from '#texts/say.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import './account.css';

/** Renders the institution next to a card; next to the log-in also how to start. */
export function AccountRoot() {
  const { partner, nextDeadline } = useServices();
  const isLanding = useLocation().pathname === '/login';
  return (
    <div className="account">
      <header className="account-brand">
        <div className="stack account-pinned">
          <div className="row spread">
            <Logo brand={partner} isInverse />
            <Languages />
          </div>
          <div className="stack account-pitch">
            <p className="account-title">{partner.application_title}</p>
            <p className="account-promise">{say(accountTexts.promise)}</p>
            {isLanding && partner.deadlines && <p className="account-deadline">{nextDeadline}</p>}
            {isLanding && (
              <ScreenLink
                to="/signup"
                className={`account-start ${buttonClass('secondary', 'wide')}`}
                text={accountTexts.start}
              />
            )}
          </div>
        </div>
      </header>
      <main className="account-main">
        <Announcement text={partner.banner} />
        <Outlet />
      </main>
    </div>
  );
}
