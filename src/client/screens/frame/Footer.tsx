import { Fragment, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { TextLink, Telephone, Message } from '#client/ui/Message.tsx';
import { useServices } from '#client/api/services.ts';
import { listParts } from '#texts/language.ts';
import { say, frameTexts, helpTexts, privacyTexts } from '#texts/say.ts';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';

/** Postal address, and help in a consistent place (WCAG 3.2.6). */
export function Footer() {
  const { partner } = useServices();
  const [opened, setOpened] = useState<'help' | 'privacy'>();
  const close = (): void => setOpened(undefined);
  return (
    <footer className="footer no-print">
      <div className="row spread centered footer-inner">
        <address className="fine-print footer-address">
          <strong>{partner.name}</strong>
          <Address partner={partner} />
        </address>
        <div className="row">
          <Button look="secondary" onClick={() => setOpened('help')} text={frameTexts.help} />
          <Button look="secondary" onClick={() => setOpened('privacy')} text={frameTexts.privacy} />
        </div>
        <ul className="row plain-list footer-links">
          {partner.footer?.map(({ link, title }) => (
            <li key={link}>
              <TextLink href={link} words={title} />
            </li>
          ))}
        </ul>
      </div>
      <HelpDialog partner={partner} isOpen={opened === 'help'} onClose={close} />
      <PrivacyDialog partner={partner} isOpen={opened === 'privacy'} onClose={close} />
    </footer>
  );
}

type FooterDialogProps = {
  readonly partner: PartnerSettings;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Contacts for when the application itself fails. */
function HelpDialog({ partner, isOpen, onClose }: FooterDialogProps) {
  const faqUrl = partner.links?.['faq'];
  return (
    <Dialog title={say(helpTexts.title)} isOpen={isOpen} onClose={onClose}>
      <p>
        <Message text={helpTexts.write} values={{ email: partner.help_email }} />
      </p>
      {faqUrl !== undefined && (
        <p>
          <Message text={helpTexts.questions} values={{ faqUrl }} />
        </p>
      )}
      <address className="stack contact">
        <strong>{partner.name}</strong>
        <Address partner={partner} />
        {partner.phone !== undefined && (
          <span>
            <Message text={helpTexts.phone} values={{ phone: <Telephone number={partner.phone} /> }} />
          </span>
        )}
        {partner.toll_free_phone !== undefined && (
          <span>
            <Message
              text={helpTexts.tollFree}
              values={{ phone: <Telephone number={partner.toll_free_phone} /> }}
            />
          </span>
        )}
      </address>
    </Dialog>
  );
}

function Address({ partner }: Pick<FooterDialogProps, 'partner'>) {
  const lines = [partner.address_line_1, partner.address_line_2].filter((line) => line !== undefined);
  return lines.map((line) => <span key={line}>{line}</span>);
}

const BROWSERS = [
  { name: 'Chrome', href: 'https://support.google.com/chrome/answer/95647' },
  { name: 'Edge', href: 'https://support.microsoft.com/microsoft-edge' },
  { name: 'Firefox', href: 'https://support.mozilla.org/kb/clear-cookies-and-site-data-firefox' },
  { name: 'Safari', href: 'https://support.apple.com/guide/safari/sfri11471/mac' },
] as const;

/** Explains this site's cookies and how to remove them. */
function PrivacyDialog({ partner, isOpen, onClose }: FooterDialogProps) {
  const year = useServices().now().getFullYear();
  return (
    <Dialog title={say(privacyTexts.title)} size="s" isOpen={isOpen} onClose={onClose}>
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

/** Server cookies by name suffix, with their explanations. */
export const COOKIE_NOTICE = [
  { names: ['session', 'signed_in'], text: privacyTexts.sessionCookies },
  { names: ['signup'], text: privacyTexts.signupCookie },
  { names: ['device'], text: privacyTexts.deviceCookie },
  { names: ['prefill'], text: privacyTexts.prefillCookie },
] as const;
