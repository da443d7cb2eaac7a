import { deadlineState } from '#form/deadlines/deadlines.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { useApplication } from '#client/session/application.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ErrorDialog, NoticeDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { useServices } from '#client/api/services.ts';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import type { useErrorMessage, useSubmit } from './use-submit.ts';
import { say, deadlineTexts, dialogTexts, submitTexts } from '#texts/say.ts';

type ActionDialogsProps = {
  readonly actions: Pick<ReturnType<typeof useErrorMessage>, 'errorMessage' | 'dismissError'> &
    Omit<ReturnType<typeof useSubmit>, 'submit' | 'isSubmitting'>;
};

/** Dialogs that explain why an action, such as Submit, failed. */
export function ActionDialogs({ actions }: ActionDialogsProps) {
  return (
    <>
      <ErrorDialog message={actions.errorMessage} onClose={actions.dismissError} />
      {actions.tooLate !== undefined && (
        <TooLateDialog text={actions.tooLate} onClose={actions.dismissTooLate} />
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

/** Explains a missed deadline; links to other terms still open. */
function TooLateDialog({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const to = useOtherTerm();
  const actions = to !== undefined && (
    <>
      <Button look="secondary" autoFocus onClick={onClose} text={dialogTexts.ok} />
      <ScreenLink to={to} className={buttonClass('primary')} onClick={onClose}>
        {say(deadlineTexts.otherTerm)}
      </ScreenLink>
    </>
  );
  return (
    <NoticeDialog
      title={say(deadlineTexts.title)}
      text={text}
      onClose={onClose}
      {...(actions !== false && { actions })}
    />
  );
}

/** Address of the term question; undefined without an open deadline. */
function useOtherTerm(): string | undefined {
  const { definition } = useApplication();
  const { partner, serverNow } = useServices();
  const { deadlines } = partner;
  if (deadlines === undefined || deadlineState(deadlines, {}, serverNow()) === undefined) return undefined;
  const question = questionsOf(definition).get(deadlines.question);
  const page = definition.pages.find(({ id }) => id === question?.page);
  return question && page && `${page.path}#${question.key}`;
}
