import { CloseButton } from '#client/components/CloseButton.tsx';
import { Dialog } from '#client/components/dialog/Dialog.tsx';
import type { PartnerSettings } from '#generated/partner.ts';
import './dialog-text.css';

type HelpDialogProps = {
  readonly partner: PartnerSettings;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Whom to write to or call when the application itself does not work. */
export function HelpDialog({ partner, isOpen, onClose }: HelpDialogProps) {
  return (
    <Dialog
      title="Technical Help"
      isOpen={isOpen}
      onClose={onClose}
      actions={<CloseButton onClick={onClose} />}
    >
      <p>
        Is something not working? Write to <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>.
        Describe what you were doing and what you saw. Please do not send your password.
      </p>
      <p>
        For help with the questions themselves, see the{' '}
        <a href={partner.links.faq} target="_blank" rel="noreferrer">
          common questions (opens in a new tab)
        </a>
        .
      </p>
      <address className="contact">
        <strong>{partner.name}</strong>
        <span>{partner.address_line_1}</span>
        <span>{partner.address_line_2}</span>
        <span>
          Phone <a href={telephone(partner.phone)}>{partner.phone}</a>
        </span>
        <span>
          Toll-free <a href={telephone(partner.toll_free_phone)}>{partner.toll_free_phone}</a>
        </span>
      </address>
    </Dialog>
  );
}

function telephone(shown: string): string {
  return `tel:+1${shown.replaceAll(/\D/g, '')}`;
}
