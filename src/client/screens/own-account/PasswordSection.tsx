import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PasswordChecklist, passwordRules } from '#client/widgets/text/PasswordChecklist.tsx';
import { useGuessability } from '#client/screens/account/use-guessability.ts';
import {
  AccountSection,
  fieldFaults,
  onFields,
  textOf,
  OwnField,
  PresentPassword,
} from './AccountSection.tsx';
import { useOwnAccountCalls, SESSIONS, useOwnQueries } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

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
  const submit = onFields((data, form) => {
    const body = { password: textOf(data, 'password'), new_password: textOf(data, 'new_password') };
    change.mutate(body, {
      onSuccess: () => {
        form.reset();
        setWanted('');
      },
    });
  });
  const faults = fieldFaults(change.error, ['password', 'new_password']);
  return (
    <AccountSection title={say(ownAccountTexts.passwordTitle)}>
      <form className="stack own-account-form" onSubmit={submit}>
        {/* A password manager learns whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PresentPassword fault={faults['password']} />
        <OwnField
          label={say(ownAccountTexts.wanted)}
          name="new_password"
          type="password"
          autoComplete="new-password"
          aria-describedby={checklist}
          fault={faults['new_password']}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Rules id={checklist} password={wanted} username={username} />
        <Button type="submit" isBusy={change.isPending}>
          {say(ownAccountTexts.changePassword)}
        </Button>
        <p role="status">{change.data?.message}</p>
      </form>
    </AccountSection>
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
