import { Fragment } from 'react';
import { CloseButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';
import { Message } from '#client/ui/Message.tsx';
import { listParts } from '#texts/language.ts';
import { say } from '#texts/say.ts';
import { privacyTexts } from '#generated/texts.ts';

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
      title={say(privacyTexts.title)}
      size="s"
      isOpen={isOpen}
      onClose={onClose}
      actions={<CloseButton onClick={onClose} />}
    >
      <p>{say(privacyTexts.cookies)}</p>
      <ul className="stack cookie-list">
        {COOKIE_NOTICE.map(({ names, text }) => (
          <li key={text.text}>
            <Message text={text} values={{ cookies: <CookieNames names={names} /> }} />
          </li>
        ))}
        {partner.languages && (
          <li>
            <Message
              text={privacyTexts.languageCookie}
              values={{ cookies: <CookieNames names={['language']} /> }}
            />
          </li>
        )}
      </ul>
      <p>{say(privacyTexts.carried)}</p>
      <p>{say(privacyTexts.browsers)}</p>
      <ul className="row plain-list plain-links">
        {BROWSERS.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <Message
          text={privacyTexts.policy}
          values={{ university: partner.name, privacyUrl: partner.privacy_url }}
        />
      </p>
      <p className="fine-print">
        © {year} {partner.name}
      </p>
    </Dialog>
  );
}

function CookieNames({ names }: { readonly names: readonly string[] }) {
  return listParts(names).map(({ type, value }, index) => (
    <Fragment key={index}>{type === 'element' ? <code translate="no">{value}</code> : value}</Fragment>
  ));
}

/** The cookies that the server sets, by the ends of their names, and what students read about them. */
export const COOKIE_NOTICE = [
  { names: ['session', 'signed_in'], text: privacyTexts.sessionCookies },
  { names: ['signup'], text: privacyTexts.signupCookie },
  { names: ['device'], text: privacyTexts.deviceCookie },
  { names: ['prefill'], text: privacyTexts.prefillCookie },
] as const;
