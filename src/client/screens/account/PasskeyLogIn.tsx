import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { errorMessageOf } from '#client/api/request-error.ts';
import { hasPasskeys, offersPasskeys } from '#client/api/passkey-support.ts';
import { useServices } from '#client/api/services.ts';
import type { ShowToast } from './use-card-toast.ts';
import { useSendCard } from './use-send.ts';
import { say } from '#texts/say.ts';
import { accountTexts, passkeyTexts } from '#generated/texts.ts';

/** Milliseconds after which the card has come to rest, even on a slow phone. */
const AT_REST = 4_000;

/** What only a log-in with a passkey needs. */
const loadPasskeys = () => import('#client/api/passkeys.ts');

/** Logs in without a password: by this button, or where the browser fills in the address. */
export function PasskeyLogIn({ showToast }: { readonly showToast: ShowToast }) {
  const services = useServices();
  const navigate = useNavigate();
  const { send, isSending } = useSendCard((error) =>
    showToast({ severity: 'error', label: say(accountTexts.logInError), message: errorMessageOf(error) }),
  );
  const logIn = (call: () => Promise<void>): void => {
    showToast(undefined);
    send(async () => {
      await call();
      await navigate('/');
    });
  };
  const onChosen = useEffectEvent(logIn);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const offer = async (): Promise<void> => {
      if (!(await offersPasskeys())) return;
      const { offerPasskeys } = await loadPasskeys();
      if (!signal.aborted) offerPasskeys(services, onChosen, signal);
    };
    // Nobody has asked for it: where it cannot be loaded, the button is still there.
    const timer = setTimeout(() => void offer().catch(() => undefined), AT_REST);
    signal.addEventListener('abort', () => clearTimeout(timer));
    return () => gone.abort();
  }, [services]);
  if (!hasPasskeys()) return null;
  return (
    <Button
      look="secondary"
      size="wide"
      isBusy={isSending}
      onClick={() => logIn(async () => (await loadPasskeys()).logInWithPasskey(services))}
    >
      {say(passkeyTexts.logIn)}
    </Button>
  );
}
