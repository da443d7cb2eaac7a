import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#client/ui/Button.tsx';
import { useApplication } from '#client/session/application.ts';
import { declinePasskey } from '#client/session/student-state.ts';
import { PASSKEYS } from '#client/api/passkey-support.ts';
import { errorMessageOf } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { say, passkeyTexts } from '#texts/say.ts';

/** Offers, below the greeting of the first log-in, to log in without a password from now on. */
export function PasskeyOffer() {
  const { call } = useServices();
  const { student } = useApplication();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async () => (await import('#client/api/passkeys.ts')).addPasskey(call),
    onSuccess: () => {
      declinePasskey();
      void queries.invalidateQueries({ queryKey: PASSKEYS });
    },
  });
  const decline = (): void => {
    declinePasskey();
    student.set({ ...student.get(), isOfferedPasskey: false });
    document.getElementById('main')?.focus();
  };
  return (
    <section className="row spread panel passkey-offer" aria-label={say(passkeyTexts.offerLabel)}>
      <p role="status">{add.data ? add.data.message : say(passkeyTexts.offer)}</p>
      {!add.data && (
        <div className="row">
          <Button look="secondary" isBusy={add.isPending} onClick={() => add.mutate()}>
            {say(passkeyTexts.add)}
          </Button>
          <Button look="text" onClick={decline} text={passkeyTexts.notNow} />
        </div>
      )}
      {add.error && <p role="alert">{errorMessageOf(add.error)}</p>}
    </section>
  );
}
