import { useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { deadlineState, type Deadlines } from '#form/deadlines/deadlines.ts';
import { deadlineWords } from '#form/deadlines/deadline-text.ts';
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
  const { partner } = useServices();
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
            {isLanding && partner.deadlines && <NextDeadline deadlines={partner.deadlines} />}
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

/** The next deadline; blank when prerendered, since the build does not know the time. */
function NextDeadline({ deadlines }: { readonly deadlines: Deadlines }) {
  const { serverNow } = useServices();
  const lead = (): string => {
    const now = serverNow();
    const state = deadlineState(deadlines, {}, now);
    return state ? deadlineWords(deadlines, state, { now }).lead : '';
  };
  return <p className="account-deadline">{useSyncExternalStore(neverChanges, lead, blank)}</p>;
}

function neverChanges() {
  return () => undefined;
}

function blank(): string {
  return '';
}
