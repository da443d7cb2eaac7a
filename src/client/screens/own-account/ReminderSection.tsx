import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessageOf } from '#client/api/request-error.ts';
import { AccountSection } from './AccountSection.tsx';
import { useOwnAccountCalls } from './use-own-account-calls.ts';
import { say } from '#texts/say.ts';
import { remindersTexts } from '#generated/texts.ts';

const REMINDERS = ['reminders'];

/** Whether the student is reminded of the deadline; what is chosen is saved at once. */
export function ReminderSection() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: REMINDERS, queryFn: calls.reminders });
  const change = useMutation({
    mutationFn: calls.setReminders,
    onSettled: () => queries.invalidateQueries({ queryKey: REMINDERS }),
  });
  const fault = change.error ?? error;
  const isOn = change.isPending ? change.variables : (data?.on ?? false);
  return (
    <AccountSection title={say(remindersTexts.title)} lead={say(remindersTexts.lead)}>
      <label className="own-account-switch">
        <input
          type="checkbox"
          checked={isOn}
          disabled={data === undefined}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {say(remindersTexts.on)}
      </label>
      <p role="status">{change.data?.message}</p>
      {fault !== null && <p role="alert">{errorMessageOf(fault)}</p>}
    </AccountSection>
  );
}
