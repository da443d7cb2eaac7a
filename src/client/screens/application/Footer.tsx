import { useState } from 'react';
import { Button } from '#client/components/Button.tsx';
import { useServices } from '#client/data/services.ts';
import './Footer.css';
import { HelpDialog } from './HelpDialog.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

/** The institution's postal address, and help in the same place on every screen (WCAG 3.2.6). */
export function Footer() {
  const { partner, now } = useServices();
  const [opened, setOpened] = useState<'help' | 'privacy'>();
  const close = (): void => setOpened(undefined);
  return (
    <footer className="footer no-print">
      <div className="footer__inner">
        <address className="footer__address">
          <strong>{partner.name}</strong>
          <br />
          {partner.address_line_1}
          <br />
          {partner.address_line_2}
        </address>
        <div className="footer__actions">
          <Button look="text" onClick={() => setOpened('help')}>
            Help
          </Button>
          <Button look="text" onClick={() => setOpened('privacy')}>
            Privacy
          </Button>
        </div>
      </div>
      <HelpDialog partner={partner} isOpen={opened === 'help'} onClose={close} />
      <PrivacyDialog
        partner={partner}
        year={now().getFullYear()}
        isOpen={opened === 'privacy'}
        onClose={close}
      />
    </footer>
  );
}
