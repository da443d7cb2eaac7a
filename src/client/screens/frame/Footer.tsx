import { useState } from 'react';
import { Button } from '#client/components/Button.tsx';
import { useServices } from '#client/data/services.ts';
import './Footer.css';
import { HelpDialog } from './HelpDialog.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

/** What an institution has to have ready for everybody, by the name of the partner's link. */
const PUBLIC_LINKS = [
  { link: 'faq', text: 'Common Questions' },
  { link: 'consumer_info', text: 'Consumer Information' },
  { link: 'regulator', text: 'Accreditation' },
  { link: 'campus_safety', text: 'Campus Safety' },
] as const;

/** The institution's postal address, and help in the same place on every screen (WCAG 3.2.6). */
export function Footer() {
  const { partner, now } = useServices();
  const [opened, setOpened] = useState<'help' | 'privacy'>();
  const close = (): void => setOpened(undefined);
  return (
    <footer className="footer no-print">
      <div className="footer-inner">
        <address className="footer-address">
          <strong>{partner.name}</strong>
          <span>{partner.address_line_1}</span>
          <span>{partner.address_line_2}</span>
        </address>
        <div className="footer-actions">
          <Button look="secondary" onClick={() => setOpened('help')}>
            Help
          </Button>
          <Button look="secondary" onClick={() => setOpened('privacy')}>
            Privacy
          </Button>
        </div>
        <ul className="footer-links">
          {PUBLIC_LINKS.map(({ link, text }) => (
            <li key={link}>
              <a href={partner.links[link]} target="_blank" rel="noreferrer">
                {text}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
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
