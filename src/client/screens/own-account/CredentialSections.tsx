import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, useRef } from 'react';
import { PasswordChecklist, passwordRules } from '#client/widgets/text/PasswordChecklist.tsx';
import { useGuessability } from '../account/use-card-checks.ts';
import {
  AccountForm,
  AccountSection,
  OwnField,
  PresentPassword,
  DeviceLine,
  deviceName,
  fieldErrors,
  momentText,
} from './AccountSection.tsx';
import { emailTexts, ownAccountTexts, say, instanceTexts, passkeyTexts, type Text } from '#texts/say.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { hasPasskeys, PASSKEYS } from '#client/api/passkey-support.ts';
import { useServices } from '#client/api/services.ts';
import type { GetPasskeysAnswer } from '#generated/api.ts';
import { EMAIL_CHANGE, SESSIONS, useOwnAccountCalls, useOwnQueries } from './use-own-queries.ts';

/** Changes the email address, or shows a planned change, which can be canceled. */
export function EmailSection() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const { data: planned } = useQuery(useOwnQueries().emailChange);
  const cancel = useMutation({
    mutationFn: calls.cancelEmailChange,
    onSettled: () => queries.invalidateQueries({ queryKey: EMAIL_CHANGE }),
  });
  const { email = null, applies_at: at = null } = planned ?? {};
  if (email === null || at === null) return <EmailForm status={cancel.data?.message ?? ''} />;
  return (
    <AccountSection title={emailTexts.title} error={cancel.error} isOpen>
      <p role="status">{say(emailTexts.pending, { email, when: momentText(at) })}</p>
      <Button
        look="secondary"
        isBusy={cancel.isPending}
        onClick={() => cancel.mutate()}
        text={emailTexts.cancel}
      />
    </AccountSection>
  );
}

/** Two steps: password, then emailed code. */
function EmailForm({ status }: { readonly status: string }) {
  const calls = useOwnAccountCalls();
  const ask = useMutation({ mutationFn: calls.askForEmail });
  return (
    <AccountSection title={emailTexts.title} lead={emailTexts.lead} status={status} isOpen={status !== ''}>
      <AccountForm
        names={['email', 'password']}
        mutation={ask}
        onFields={(text) => ask.mutate({ email: text('email'), password: text('password') })}
        button={{ text: emailTexts.ask, look: ask.data ? 'secondary' : 'primary' }}
      >
        {(field) => (
          <>
            <OwnField {...field('email')} label={emailTexts.wanted} type="email" autoComplete="email" />
            <PresentPassword {...field('password')} />
          </>
        )}
      </AccountForm>
      {ask.data && <Code />}
    </AccountSection>
  );
}

function Code() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: calls.confirmEmail,
    onSuccess: () => queries.invalidateQueries({ queryKey: EMAIL_CHANGE }),
  });
  return (
    <AccountForm
      names={['code']}
      mutation={confirm}
      onFields={(text) => confirm.mutate(text('code'))}
      button={{ text: emailTexts.change }}
    >
      {(field) => (
        <OwnField
          {...field('code')}
          label={emailTexts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </AccountForm>
  );
}

/** Changes the password, with the reset card's rules. */
export function PasswordSection({ username }: { readonly username: string }) {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState('');
  const own = useOwnQueries();
  const { data: listed } = useQuery(own.sessions);
  const { data: kept } = useQuery(own.passkeys);
  const isElsewhere = (listed?.sessions.length ?? 0) > 1;
  const hasKeys = (kept?.passkeys.length ?? 0) > 0;
  const checklist = useId();
  const change = useMutation({
    mutationFn: calls.changePassword,
    onSuccess: () =>
      Promise.all(
        [EMAIL_CHANGE, SESSIONS, PASSKEYS].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <AccountSection title={ownAccountTexts.passwordTitle}>
      <AccountForm
        names={['password', 'new_password']}
        mutation={change}
        onFields={(text, form) => {
          const onSuccess = (): void => {
            form.reset();
            setWanted('');
          };
          const body = {
            password: text('password'),
            new_password: text('new_password'),
            keep_sessions: text('keep_sessions') !== '',
            keep_passkeys: !hasKeys || text('keep_passkeys') !== '',
          };
          change.mutate(body, { onSuccess });
        }}
        button={{ text: ownAccountTexts.changePassword }}
      >
        {(field) => (
          <>
            {/* Identifies the account for password managers. */}
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <PresentPassword {...field('password')} />
            <OwnField
              {...field('new_password')}
              label={ownAccountTexts.wanted}
              type="password"
              autoComplete="new-password"
              aria-describedby={checklist}
              onChange={(event) => setWanted(event.target.value)}
            />
            <Rules id={checklist} password={wanted} username={username} />
            {isElsewhere && <KeepSwitch name="keep_sessions" text={ownAccountTexts.keepSessions} />}
            {hasKeys && <KeepSwitch name="keep_passkeys" text={ownAccountTexts.keepPasskeys} isOn />}
          </>
        )}
      </AccountForm>
    </AccountSection>
  );
}

type KeepProps = { readonly name: string; readonly text: Text; readonly isOn?: boolean };

/** Asks whether something outlives a new password. */
function KeepSwitch({ name, text, isOn = false }: KeepProps) {
  return (
    <label className="own-account-switch">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      {say(text)}
    </label>
  );
}

type RulesProps = { readonly id: string; readonly password: string; readonly username: string };

function Rules({ id, password, username }: RulesProps) {
  const { data: cards } = useQuery(useOwnQueries().cards);
  const question = cards?.['reset']?.questions['password'];
  const guessability = useGuessability(question);
  if (question === undefined) return null;
  const rules = [...passwordRules(question, password), guessability(password, username)];
  return <PasswordChecklist id={id} rules={rules} isInactive={password === ''} />;
}

type OwnPasskey = GetPasskeysAnswer['passkeys'][number];

/** The student's passkeys. Changes long after log-in require the password. */
export function PasskeySection() {
  const { data, add, remove } = usePasskeys();
  const [removed, setRemoved] = useState<OwnPasskey>();
  const password = useRef<HTMLInputElement>(null);
  const proof = (): string | undefined => password.current?.value;
  const onSuccess = (): void => {
    if (password.current) password.current.value = '';
  };
  const last = add.submittedAt > remove.submittedAt ? add : remove;
  const { passkey: error, password: wrongPassword } = fieldErrors(last.error, ['passkey', 'password']);
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
          <PresentPassword ref={password} error={wrongPassword} />
        </div>
      )}
      {hasPasskeys() ? (
        <Button
          look="secondary"
          isBusy={add.isPending}
          onClick={() => add.mutate(proof(), { onSuccess })}
          text={passkeyTexts.add}
        />
      ) : (
        <p>{say(passkeyTexts.notHere)}</p>
      )}
      {error !== undefined && <p role="alert">{error}</p>}
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
