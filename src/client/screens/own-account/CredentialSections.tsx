import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PasswordChecklist, passwordRules } from '#client/widgets/text/PasswordChecklist.tsx';
import { useGuessability } from '#client/screens/account/use-guessability.ts';
import { AccountForm, AccountSection, OwnField, PresentPassword } from './AccountSection.tsx';
import { useOwnAccountCalls, SESSIONS, useOwnQueries } from './use-own-queries.ts';
import { emailTexts, ownAccountTexts } from '#generated/texts.ts';

/** Another email address, in two steps: the password, then the code that is mailed to the new one. */
export function EmailSection() {
  const calls = useOwnAccountCalls();
  const ask = useMutation({ mutationFn: calls.askForEmail });
  return (
    <AccountSection title={emailTexts.title} lead={emailTexts.lead}>
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
  const confirm = useMutation({
    mutationFn: calls.confirmEmail,
    // Whatever names the student is reopened.
    onSuccess: () => window.location.assign('/account'),
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
          const body = { password: text('password'), new_password: text('new_password') };
          change.mutate(body, { onSuccess });
        }}
        button={{ text: ownAccountTexts.changePassword }}
      >
        {(field) => (
          <>
            {/* A password manager learns whose password it is. */}
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
          </>
        )}
      </AccountForm>
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
