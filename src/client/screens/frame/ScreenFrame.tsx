import type { MouseEvent, ReactNode } from 'react';
import { AccountArea } from './AccountArea.tsx';
import { Footer } from './Footer.tsx';
import { say, frameTexts } from '#texts/say.ts';
import './frame.css';
import { Announcement } from '#client/ui/Message.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { useServices } from '#client/api/services.ts';
import { Deadline } from './Deadline.tsx';

/** The frame of every screen of the form: the institution and the account above, help below. */
export function ScreenFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="screen-frame">
      <a className="skip-link no-print" href="#main" onClick={skip}>
        {say(frameTexts.skip)}
      </a>
      <Header>
        <AccountArea />
      </Header>
      {children}
      <Footer />
    </div>
  );
}

/** In place of the browser's own jump: a hash in the address names a question. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The marks of the institution and of the application on the left, the account on the right. */
function Header({ children }: { readonly children: ReactNode }) {
  const { partner } = useServices();
  return (
    <header className="header">
      <div className="centered spread header-inner">
        <div className="row header-marks">
          <Logo brand={partner} />
          <p className="fine-print header-application">
            <Icon name="form" className="header-mark" />
            {partner.application_title}
          </p>
        </div>
        {children}
      </div>
      <Announcement text={partner.banner} />
      <Deadline />
    </header>
  );
}
