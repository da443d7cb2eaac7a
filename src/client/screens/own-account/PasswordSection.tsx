import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#client/components/Button.tsx';
import { useServices } from '#client/data/services.ts';
import { PasswordChecklist } from '#client/widgets/text/PasswordChecklist.tsx';
import { passwordRules } from '#client/widgets/text/password-rules.ts';
import { AccountSection } from './AccountSection.tsx';
import { fieldFaults } from './field-faults.ts';
import { OwnField } from './OwnField.tsx';
import { SESSIONS } from './SessionList.tsx';
import { useOwnAccountCalls } from './use-own-account-calls.ts';
import { say } from '#texts/say.ts';
import * as ownAccountTexts from '#generated/texts/ownAccount.ts';

/** A new password; the rules are those of the card that resets one. */
export function PasswordSection({ username }: { readonly username: string }) {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState('');
  const checklist = useId();
  const change = useMutation({
    mutationFn: calls.changePassword,
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = { password: textOf(data, 'password'), new_password: textOf(data, 'new_password') };
    change.mutate(body, {
      onSuccess: () => {
        form.reset();
        setWanted('');
      },
    });
  };
  const faults = fieldFaults(change.error, ['password', 'new_password']);
  return (
    <AccountSection title={say(ownAccountTexts.passwordTitle)}>
      <form className="own-account-form" onSubmit={submit}>
        {/* A password manager learns whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <OwnField
          label={say(ownAccountTexts.present)}
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faults['password']}
        />
        <OwnField
          label={say(ownAccountTexts.wanted)}
          name="new_password"
          type="password"
          autoComplete="new-password"
          aria-describedby={checklist}
          fault={faults['new_password']}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Rules id={checklist} password={wanted} />
        <Button type="submit" isBusy={change.isPending}>
          {say(ownAccountTexts.changePassword)}
        </Button>
        <p role="status">{change.data?.message}</p>
      </form>
    </AccountSection>
  );
}

function Rules({ id, password }: { readonly id: string; readonly password: string }) {
  const { files } = useServices();
  const { data: cards } = useQuery({ queryKey: ['cards'], queryFn: files.cards });
  const question = cards?.['reset']?.questions['password'];
  if (question === undefined) return null;
  return <PasswordChecklist id={id} rules={passwordRules(question, password)} isInactive={password === ''} />;
}

/** A field of a form is a text, or a file. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
