import { Button } from '#client/ui/Button.tsx';
import { errorMessageOf } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import type { NavigationState } from '../navigation-state.ts';
import { cardErrors, cardAnswerText } from './card-errors.ts';
import { cachedCard } from './use-card.ts';
import { type ShowToast, useSendCard } from './use-card-toast.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

type ResendCodeProps = {
  readonly store: QuestionStore;
  readonly showToast: ShowToast;
  readonly onSent: (sent: NavigationState) => void;
};

/** Asks for another confirmation code, for the address that is typed in the card. */
export function ResendCode({ store, showToast, onSent }: ResendCodeProps) {
  const { accounts, drafts, files, now } = useServices();
  const showError = (message: string): void =>
    showToast({ severity: 'error', label: say(accountTexts.resendError), message });
  const { send, isSending } = useSendCard((error) => showError(errorMessageOf(error)));
  const resend = async (): Promise<void> => {
    const username = cardAnswerText(store.state().form.answers, 'username');
    // The card that asks for nothing but the address knows what a valid one is.
    const errors = cardErrors(await cachedCard(files, 'forgot'), { username }, now());
    if (Object.keys(errors).length > 0) return showError(say(accountTexts.resendNeedsEmail));
    const { message } = await accounts.resendCode({ username });
    void drafts.visitor.expectLogIn(username);
    onSent({ username, notice: message });
  };
  return <Button look="text" isBusy={isSending} onClick={() => send(resend)} text={accountTexts.resend} />;
}
