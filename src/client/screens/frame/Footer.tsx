import { useState } from 'react';
import { Button, CloseButton } from '#client/ui/Button.tsx';
import { Languages } from '#client/ui/Languages.tsx';
import { TextLink, Telephone, Message } from '#client/ui/Message.tsx';
import { useServices } from '#client/api/services.ts';
import { PrivacyDialog } from './PrivacyDialog.tsx';
import { say } from '#texts/say.ts';
import { frameTexts, helpTexts } from '#generated/texts.ts';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';

/** What an institution has to have ready for everybody, by the name of the partner's link. */
const PUBLIC_LINKS = [
  { link: 'faq', text: frameTexts.faq },
  { link: 'consumer_info', text: frameTexts.consumerInfo },
  { link: 'regulator', text: frameTexts.accreditation },
  { link: 'campus_safety', text: frameTexts.campusSafety },
] as const;

/** The institution's postal address, and help in the same place on every screen (WCAG 3.2.6). */
export function Footer() {
  const { partner, now } = useServices();
  const [opened, setOpened] = useState<'help' | 'privacy'>();
  const close = (): void => setOpened(undefined);
  return (
    <footer className="footer no-print">
      <div className="row footer-inner">
        <address className="fine-print footer-address">
          <strong>{partner.name}</strong>
          <span>{partner.address_line_1}</span>
          <span>{partner.address_line_2}</span>
        </address>
        <div className="footer-actions">
          <Button look="secondary" onClick={() => setOpened('help')}>
            {say(frameTexts.help)}
          </Button>
          <Button look="secondary" onClick={() => setOpened('privacy')}>
            {say(frameTexts.privacy)}
          </Button>
        </div>
        <ul className="row plain-list footer-links">
          {PUBLIC_LINKS.map(({ link, text }) => (
            <li key={link}>
              <TextLink href={partner.links[link]} words={say(text)} />
            </li>
          ))}
        </ul>
        {partner.languages && <Languages languages={partner.languages} />}
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

type HelpDialogProps = {
  readonly partner: PartnerSettings;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Whom to write to or call when the application itself does not work. */
function HelpDialog({ partner, isOpen, onClose }: HelpDialogProps) {
  return (
    <Dialog
      title={say(helpTexts.title)}
      isOpen={isOpen}
      onClose={onClose}
      actions={<CloseButton onClick={onClose} />}
    >
      <p>
        <Message text={helpTexts.write} values={{ email: partner.help_email }} />
      </p>
      <p>
        <Message text={helpTexts.questions} values={{ faqUrl: partner.links.faq }} />
      </p>
      <address className="stack contact">
        <strong>{partner.name}</strong>
        <span>{partner.address_line_1}</span>
        <span>{partner.address_line_2}</span>
        <span>
          <Message text={helpTexts.phone} values={{ phone: <Telephone number={partner.phone} /> }} />
        </span>
        <span>
          <Message
            text={helpTexts.tollFree}
            values={{ phone: <Telephone number={partner.toll_free_phone} /> }}
          />
        </span>
      </address>
    </Dialog>
  );
}
