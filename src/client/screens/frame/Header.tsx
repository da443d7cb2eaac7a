import type { ReactNode } from 'react';
import { Announcement } from '#client/ui/Announcement.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { useServices } from '#client/api/services.ts';
import { Deadline } from './Deadline.tsx';

/** The marks of the institution and of the application on the left, the account on the right. */
export function Header({ children }: { readonly children: ReactNode }) {
  const { partner } = useServices();
  return (
    <header className="header">
      <div className="header-inner">
        <div className="header-marks">
          <Logo brand={partner} />
          <p className="header-application">
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
