import { useSyncExternalStore } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { useScreenFocus, useTitle } from '#client/screens/use-screen-focus.ts';
import { DataSection, DeletionSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionList } from './SessionList.tsx';
import { useIsLoaded, useOwnAccountCalls } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts, remindersTexts } from '#generated/texts.ts';
import './own-account.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessageOf } from '#client/api/request-error.ts';
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
  const headingRef = useScreenFocus('own-account');
  useTitle(say(ownAccountTexts.title), partner.name);
  return (
    <ScreenFrame>
      <main className="own-account" id="main" tabIndex={-1}>
        <header>
          <h1 tabIndex={-1} ref={headingRef}>
            {say(ownAccountTexts.title)}
          </h1>
          <p>{say(ownAccountTexts.whose, { email: username })}</p>
          <p>
            <ScreenLink to={lastPage ?? '/'}>{say(ownAccountTexts.back)}</ScreenLink>
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
