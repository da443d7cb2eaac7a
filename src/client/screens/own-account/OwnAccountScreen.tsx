import { useSyncExternalStore } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { ScreenHeading } from '#client/screens/ScreenHeading.tsx';
import { DataSection, DeletionSection } from './DataSection.tsx';
import { EmailSection, PasswordSection } from './CredentialSections.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { SessionList } from './SessionList.tsx';
import { useIsLoaded, useOwnAccountCalls } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts, remindersTexts } from '#generated/texts.ts';
import './own-account.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountSection } from './AccountSection.tsx';

/** What a student can do with their account in addition to the form, from the account menu. */
export function OwnAccountScreen() {
  const { partner } = useServices();
  return useIsLoaded() ? <Sections /> : <SpinnerScreen brand={partner} />;
}

function Sections() {
  const { partner } = useServices();
  const { student } = useApplication();
  const { username, lastPage, webStatus } = useSyncExternalStore(student.subscribe, student.get);
  return (
    <ScreenFrame>
      <main className="stack centered own-account" id="main" tabIndex={-1}>
        <header className="stack screen-head">
          <ScreenHeading screen="own-account" text={say(ownAccountTexts.title)} />
          <p>{say(ownAccountTexts.whose, { email: username })}</p>
          <p>
            <ScreenLink to={lastPage ?? '/'} text={ownAccountTexts.back} />
          </p>
        </header>
        <SessionList />
        <EmailSection />
        <PasswordSection username={username} />
        {partner.deadlines !== undefined && webStatus !== 'submitted' && <ReminderSection />}
        <PasskeySection />
        <DataSection />
        <DeletionSection isSubmitted={webStatus === 'submitted'} />
      </main>
    </ScreenFrame>
  );
}

const REMINDERS = ['reminders'];

/** Whether the student is reminded of the deadline; what is chosen is saved at once. */
function ReminderSection() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: REMINDERS, queryFn: calls.reminders });
  const change = useMutation({
    mutationFn: calls.setReminders,
    onSettled: () => queries.invalidateQueries({ queryKey: REMINDERS }),
  });
  const isOn = change.isPending ? change.variables : (data?.on ?? false);
  return (
    <AccountSection
      title={remindersTexts.title}
      lead={remindersTexts.lead}
      status={change.data?.message ?? ''}
      error={change.error ?? error}
    >
      <label className="own-account-switch">
        <input
          type="checkbox"
          checked={isOn}
          disabled={data === undefined}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {say(remindersTexts.on)}
      </label>
    </AccountSection>
  );
}
