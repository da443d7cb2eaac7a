import { Button } from '../Button.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { say } from '#texts/say.ts';
import * as dialogTexts from '#generated/texts/dialog.ts';

type ConfirmDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** A question that must be answered before something is lost. */
export function ConfirmDialog({ confirmLabel, onConfirm, ...notice }: ConfirmDialogProps) {
  const actions = (
    <>
      <Button autoFocus onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button look="secondary" onClick={notice.onClose}>
        {say(dialogTexts.cancel)}
      </Button>
    </>
  );
  return <NoticeDialog {...notice} actions={actions} />;
}
