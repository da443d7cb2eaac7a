import { ErrorDialog } from '#client/components/dialog/ErrorDialog.tsx';
import { NoticeDialog } from '#client/components/dialog/NoticeDialog.tsx';
import type { useFault } from '../use-fault.ts';
import type { useSubmit } from './use-submit.ts';
import { say } from '#texts/say.ts';
import * as deadlineTexts from '#generated/texts/deadline.ts';
import * as submitTexts from '#generated/texts/submit.ts';

type ActionDialogsProps = {
  readonly actions: Pick<ReturnType<typeof useFault>, 'fault' | 'dismissFault'> &
    Omit<ReturnType<typeof useSubmit>, 'submit' | 'isSubmitting'>;
};

/** Why a button, Submit among them, did not do what it says. */
export function ActionDialogs({ actions }: ActionDialogsProps) {
  return (
    <>
      <ErrorDialog message={actions.fault} onClose={actions.dismissFault} />
      {actions.tooLate !== undefined && (
        <NoticeDialog
          title={say(deadlineTexts.title)}
          text={actions.tooLate}
          onClose={actions.dismissTooLate}
        />
      )}
      {actions.isOutdated && (
        <NoticeDialog
          title={say(submitTexts.check)}
          text={say(submitTexts.changedElsewhere)}
          onClose={actions.dismissOutdated}
        />
      )}
    </>
  );
}
