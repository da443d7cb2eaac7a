import { useMutation } from '@tanstack/react-query';
import { Button } from '#client/components/Button.tsx';
import { messageOf } from '#client/data/request-error.ts';
import { useServices } from '#client/data/services.ts';
import type { FormStore } from '#client/form/form-store.ts';
import type { ShowToast } from './AccountCard.tsx';
import { cardErrors, textOf } from './card-errors.ts';
import { useCard } from './use-card.ts';

/** Specification 5, "Auth". */
const NO_EMAIL = 'You must provide a valid email address to resend a confirmation code.';

type ResendCodeProps = {
  store: FormStore;
  showToast: ShowToast;
  onSent: (username: string, message: string) => void;
};

/** Asks for another confirmation code, for the address that stands in the card. */
export function ResendCode({ store, showToast, onSent }: ResendCodeProps) {
  const { accounts, now } = useServices();
  // The card that asks for nothing but the address knows what a valid one is.
  const forgot = useCard('forgot');
  const tellError = (message: string): void =>
    showToast({ severity: 'error', label: 'Resend Confirmation Code Error', message });
  const { mutate, isPending } = useMutation({
    mutationFn: (username: string) => accounts.resendCode({ username }),
    onSuccess: ({ message }, username) => onSent(username, message),
    onError: (error) => tellError(messageOf(error)),
  });
  const resend = (): void => {
    showToast(undefined);
    const { answers } = store.state();
    if (!forgot) return;
    const errors = cardErrors(forgot, { username: textOf(answers, 'username') }, now());
    if (Object.keys(errors).length > 0) return tellError(NO_EMAIL);
    mutate(textOf(answers, 'username'));
  };
  return (
    <Button look="text" isBusy={isPending} onClick={resend}>
      Resend confirmation code
    </Button>
  );
}
