import { Button } from '../Button.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { say } from '#texts/say.ts';
import { dialogTexts } from '#generated/texts.ts';

type ConfirmDialogProps = {
  /** Names what is lost. */
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** A question that must be answered before something is lost. The focus is on the way back: Enter deletes nothing. */
export function ConfirmDialog({ confirmLabel, onConfirm, ...notice }: ConfirmDialogProps) {
  const actions = (
    <>
      <Button look="secondary" autoFocus onClick={notice.onClose}>
        {say(dialogTexts.cancel)}
      </Button>
      <Button isDeletion onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return <NoticeDialog {...notice} actions={actions} />;
}
