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
import { useIsLoaded, useOwnAccountCalls, SESSIONS, useOwnQueries } from './use-own-queries.ts';
import { say, ownAccountTexts, remindersTexts } from '#texts/say.ts';
import './own-account.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountSection, DeviceLine, deviceName, momentText } from './AccountSection.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { GetSessionsAnswer } from '#generated/api.ts';

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

type OwnSession = GetSessionsAnswer['sessions'][number];

/** Where the student is logged in; all but this session can be ended. */
function SessionList() {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const { data, error } = useQuery(useOwnQueries().sessions);
  const end = useMutation({
    mutationFn: ({ id }: { readonly id?: string }) =>
      id === undefined ? calls.endOtherSessions() : calls.endSession(id),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
  const others = data?.sessions.filter((session) => !session.is_this) ?? [];
  return (
    <AccountSection
      title={ownAccountTexts.sessions}
      lead={ownAccountTexts.sessionsLead}
      status={end.isSuccess && others.length === 0 ? say(ownAccountTexts.onlyHere) : ''}
      error={end.error ?? error}
    >
      <ul className="plain-list own-account-list">
        {data?.sessions.map((session) => (
          <li key={session.id} className="row spread">
            <SessionLine session={session} />
            {!session.is_this && (
              <Button
                look="secondary"
                aria-label={say(ownAccountTexts.endOne, { device: deviceName(session.device) })}
                isBusy={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate({ id: session.id })}
                text={ownAccountTexts.end}
              />
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          look="secondary"
          isBusy={end.isPending && end.variables.id === undefined}
          onClick={() => end.mutate({})}
          text={ownAccountTexts.endOthers}
        />
      )}
    </AccountSection>
  );
}

function SessionLine({ session }: { readonly session: OwnSession }) {
  const detail = say(session.by === 'passkey' ? ownAccountTexts.usedByPasskey : ownAccountTexts.used, {
    since: momentText(session.since),
    last: momentText(session.last_seen),
  });
  const mark = session.is_this ? ` ${say(ownAccountTexts.thisOne)}` : '';
  return <DeviceLine device={session.device} mark={mark} detail={detail} />;
}
