import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/Button.tsx';
import { Say } from '#client/ui/Say.tsx';
import { useServices } from '#client/api/services.ts';
import { AccountSection } from './AccountSection.tsx';
import { fieldFaults } from './field-faults.ts';
import { onFields, textOf } from './form-fields.ts';
import { OwnField } from './OwnField.tsx';
import { useOwnAccountCalls } from './use-own-account-calls.ts';
import { useOwnQueries } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import * as ageTexts from '#generated/texts/age.ts';

/** Why an application is held back, and what its student can do about it; nothing for any other. */
export function AgeHold() {
  const { data } = useQuery(useOwnQueries().profile);
  if (data?.held === undefined) return null;
  return (
    <AccountSection title={say(ageTexts.title)} lead={say(ageTexts.lead)}>
      {data.held.may_confirm ? <Confirmation /> : <AskUs />}
    </AccountSection>
  );
}

function AskUs() {
  const { partner } = useServices();
  return (
    <p>
      <Say text={ageTexts.write} values={{ email: partner.help_email }} />
    </p>
  );
}

/** The date is typed once more: whoever mistyped it notices, and nobody goes on by changing an answer alone. */
function Confirmation() {
  const calls = useOwnAccountCalls();
  const confirm = useMutation({
    mutationFn: calls.confirmAge,
    // What was held back, and what could not be saved meanwhile, is opened anew.
    onSuccess: () => window.location.assign('/'),
  });
  const submit = onFields((data) => confirm.mutate(textOf(data, 'date')));
  return (
    <form className="own-account-form" onSubmit={submit}>
      <p>{say(ageTexts.how)}</p>
      <OwnField
        label={say(ageTexts.date)}
        name="date"
        type="date"
        autoComplete="bday"
        fault={fieldFaults(confirm.error, ['date'])['date']}
      />
      <Button type="submit" isBusy={confirm.isPending}>
        {say(ageTexts.confirm)}
      </Button>
    </form>
  );
}
