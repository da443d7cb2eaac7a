import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { hasPasskeys, PASSKEYS } from '#client/api/passkey-support.ts';
import { useServices } from '#client/api/services.ts';
import type { GetPasskeysAnswer } from '#generated/api.ts';
import {
  AccountSection,
  DeviceLine,
  deviceName,
  fieldFaults,
  momentText,
  PresentPassword,
} from './AccountSection.tsx';
import { useOwnAccountCalls, useOwnQueries } from './use-own-queries.ts';
import { say, instanceTexts, passkeyTexts } from '#texts/say.ts';

type OwnPasskey = GetPasskeysAnswer['passkeys'][number];

/** What a student logs in with in addition to the password. A while after the log-in, a change takes the password. */
export function PasskeySection() {
  const { data, add, remove } = usePasskeys();
  const [removed, setRemoved] = useState<OwnPasskey>();
  const password = useRef<HTMLInputElement>(null);
  const proof = (): string | undefined => password.current?.value;
  const onSuccess = (): void => {
    if (password.current) password.current.value = '';
  };
  const last = add.submittedAt > remove.submittedAt ? add : remove;
  const { passkey: fault, password: wrongPassword } = fieldFaults(last.error, ['passkey', 'password']);
  return (
    <AccountSection title={passkeyTexts.title} lead={passkeyTexts.lead} status={last.data?.message ?? ''}>
      {data?.passkeys.length === 0 && <p>{say(passkeyTexts.none)}</p>}
      <ul className="plain-list own-account-list">
        {data?.passkeys.map((passkey) => (
          <li key={passkey.id} className="row spread">
            <PasskeyLine passkey={passkey} />
            <Button
              look="secondary"
              aria-label={say(passkeyTexts.removeOne, { device: deviceName(passkey.device) })}
              isBusy={remove.isPending && remove.variables.id === passkey.id}
              onClick={() => setRemoved(passkey)}
              text={instanceTexts.remove}
            />
          </li>
        ))}
      </ul>
      {data?.needs_password && (
        <div className="stack own-account-form">
          <PresentPassword ref={password} fault={wrongPassword} />
        </div>
      )}
      {hasPasskeys() ? (
        <Button look="secondary" isBusy={add.isPending} onClick={() => add.mutate(proof(), { onSuccess })}>
          {say(passkeyTexts.add)}
        </Button>
      ) : (
        <p>{say(passkeyTexts.notHere)}</p>
      )}
      {fault !== undefined && <p role="alert">{fault}</p>}
      {removed && (
        <ConfirmDialog
          title={say(passkeyTexts.sure)}
          text={say(passkeyTexts.sureText)}
          confirmLabel={say(instanceTexts.remove)}
          onConfirm={() => {
            setRemoved(undefined);
            remove.mutate({ id: removed.id, password: proof() }, { onSuccess });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </AccountSection>
  );
}

function usePasskeys() {
  const { call } = useServices();
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: PASSKEYS });
  const { data } = useQuery(useOwnQueries().passkeys);
  const add = useMutation({
    mutationFn: async (password: string | undefined) => {
      const { addPasskey } = await import('#client/api/passkeys.ts');
      return addPasskey(call, password);
    },
    onSettled,
  });
  const remove = useMutation({ mutationFn: calls.removePasskey, onSettled });
  return { data, add, remove };
}

function PasskeyLine({ passkey: { device, since: from, last_used } }: { readonly passkey: OwnPasskey }) {
  const since = momentText(from);
  const detail =
    last_used === null
      ? say(passkeyTexts.since, { since })
      : say(passkeyTexts.used, { since, last: momentText(last_used) });
  return <DeviceLine device={device} detail={detail} />;
}
