import { useMutation } from '@tanstack/react-query';
import { Button } from '#client/ui/Button.tsx';
import {
  AccountSection,
  fieldFaults,
  onFields,
  textOf,
  OwnField,
  PresentPassword,
} from './AccountSection.tsx';
import { useOwnAccountCalls } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { emailTexts } from '#generated/texts.ts';

/** Another email address, in two steps: the password, then the code that is mailed to the new one. */
export function EmailSection() {
  const calls = useOwnAccountCalls();
  const ask = useMutation({ mutationFn: calls.askForEmail });
  const faults = fieldFaults(ask.error, ['email', 'password']);
  return (
    <AccountSection title={say(emailTexts.title)} lead={say(emailTexts.lead)}>
      <form
        className="stack own-account-form"
        onSubmit={onFields((data) =>
          ask.mutate({ email: textOf(data, 'email'), password: textOf(data, 'password') }),
        )}
      >
        <OwnField
          label={say(emailTexts.wanted)}
          name="email"
          type="email"
          autoComplete="email"
          fault={faults['email']}
        />
        <PresentPassword fault={faults['password']} />
        <Button type="submit" look={ask.data ? 'secondary' : 'primary'} isBusy={ask.isPending}>
          {say(emailTexts.ask)}
        </Button>
        <p role="status">{ask.data?.message}</p>
      </form>
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
    <form
      className="stack own-account-form"
      onSubmit={onFields((data) => confirm.mutate(textOf(data, 'code')))}
    >
      <OwnField
        label={say(emailTexts.code)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        fault={fieldFaults(confirm.error, ['code'])['code']}
      />
      <Button type="submit" isBusy={confirm.isPending}>
        {say(emailTexts.change)}
      </Button>
    </form>
  );
}
