import { CloseButton } from '#client/ui/CloseButton.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';
import { Say } from '#client/ui/Say.tsx';
import { Telephone } from '#client/ui/Telephone.tsx';
import { say } from '#texts/say.ts';
import { helpTexts } from '#generated/texts.ts';

type HelpDialogProps = {
  readonly partner: PartnerSettings;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Whom to write to or call when the application itself does not work. */
export function HelpDialog({ partner, isOpen, onClose }: HelpDialogProps) {
  return (
    <Dialog
      title={say(helpTexts.title)}
      isOpen={isOpen}
      onClose={onClose}
      actions={<CloseButton onClick={onClose} />}
    >
      <p>
        <Say text={helpTexts.write} values={{ email: partner.help_email }} />
      </p>
      <p>
        <Say text={helpTexts.questions} values={{ faqUrl: partner.links.faq }} />
      </p>
      <address className="contact">
        <strong>{partner.name}</strong>
        <span>{partner.address_line_1}</span>
        <span>{partner.address_line_2}</span>
        <span>
          <Say text={helpTexts.phone} values={{ phone: <Telephone number={partner.phone} /> }} />
        </span>
        <span>
          <Say text={helpTexts.tollFree} values={{ phone: <Telephone number={partner.toll_free_phone} /> }} />
        </span>
      </address>
    </Dialog>
  );
}
