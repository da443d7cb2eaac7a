import { Fragment } from 'react';
import { CloseButton } from '#client/components/CloseButton.tsx';
import { Dialog } from '#client/components/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';
import { COOKIE_NOTICE } from './cookie-notice.ts';
import './dialog-text.css';

const BROWSERS = [
  { name: 'Chrome', href: 'https://support.google.com/chrome/answer/95647' },
  { name: 'Edge', href: 'https://support.microsoft.com/microsoft-edge' },
  { name: 'Firefox', href: 'https://support.mozilla.org/kb/clear-cookies-and-site-data-firefox' },
  { name: 'Safari', href: 'https://support.apple.com/guide/safari/sfri11471/mac' },
] as const;

type PrivacyDialogProps = {
  readonly partner: PartnerSettings;
  readonly year: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** What the cookies of this site do, and where a browser lets one remove them. */
export function PrivacyDialog({ partner, year, isOpen, onClose }: PrivacyDialogProps) {
  return (
    <Dialog
      title="Privacy Policy and Cookie Notice"
      size="s"
      isOpen={isOpen}
      onClose={onClose}
      actions={<CloseButton onClick={onClose} />}
    >
      <p>
        This application uses only the cookies below. None of them is for advertising or tracking, and none
        comes from another company. If you block them, you can read the form but not save it.
      </p>
      <ul className="cookie-list">
        {COOKIE_NOTICE.map(({ names, text }) => (
          <li key={text}>
            {names.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && ' and '}
                <code>{name}</code>
              </Fragment>
            ))}{' '}
            {text}
          </li>
        ))}
      </ul>
      <p>
        Answers you give before you have an account stay in your browser until you log in, for one day at
        most. They are deleted when you log out.
      </p>
      <p>How to view and delete cookies in your browser (the pages open in a new tab):</p>
      <ul className="plain-links">
        {BROWSERS.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        The{' '}
        <a href={partner.privacy_url} target="_blank" rel="noreferrer">
          privacy policy of {partner.name} (opens in a new tab)
        </a>{' '}
        explains how we handle your information.
      </p>
      <p className="fine-print">
        © {year} {partner.name}
      </p>
    </Dialog>
  );
}
