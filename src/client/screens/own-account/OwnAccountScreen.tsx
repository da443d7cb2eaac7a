import { useSyncExternalStore, useState } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { EarlierApplications } from '../frame/SubmissionFacts.tsx';
import { ScreenFrame } from '../frame/ScreenFrame.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { EmailSection, PasswordSection, PasskeySection } from './CredentialSections.tsx';
import { useIsLoaded, useOwnAccountCalls, SESSIONS, useOwnQueries, DELETION } from './use-own-queries.ts';
import { say, nextCycleTexts, ownAccountTexts, remindersTexts } from '#texts/say.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AccountSection,
  DeviceLine,
  deviceName,
  momentText,
  AccountForm,
  PresentPassword,
} from './AccountSection.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { GetSessionsAnswer } from '#generated/api.ts';
import { useNavigate } from 'react-router';
import { endSession } from '#client/session/end-session.ts';
import { ConfirmDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import type { NavigationState } from '#client/session/navigation-state.ts';
import './own-account.css';

/** A student's own account. */
export function OwnAccountScreen() {
  const { partner } = useServices();
  return useIsLoaded() ? <Sections /> : <SpinnerScreen brand={partner} />;
}

function Sections() {
  const { partner } = useServices();
  const { student } = useApplication();
  const { username, lastPage, webStatus, cycles } = useSyncExternalStore(student.subscribe, student.get);
  const hasPast = cycles.past_applications?.[0] !== undefined;
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
        <EmailSection />
        <PasswordSection username={username} />
        <PasskeySection />
        <SessionList />
        {partner.deadlines !== undefined && webStatus !== 'submitted' && <ReminderSection />}
        <DataSection />
        {hasPast && (
          <AccountSection title={nextCycleTexts.earlier}>
            <EarlierApplications />
          </AccountSection>
        )}
        <DeletionSection isSubmitted={hasPast || webStatus === 'submitted'} />
      </main>
    </ScreenFrame>
  );
}

const REMINDERS = ['reminders'];

/** Deadline reminder setting, saved at once. */
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

/** The student's sessions; all others can be ended. */
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

/** Download of all data stored about a student. */
function DataSection() {
  const calls = useOwnAccountCalls();
  const { data } = useQuery(useOwnQueries().passkeys);
  const prove = useMutation({
    mutationFn: calls.proveForData,
    onSuccess: () => window.location.assign('/api/own-data'),
  });
  const needsPassword = (data?.needs_password ?? false) || prove.isError;
  return (
    <AccountSection title={ownAccountTexts.dataTitle} lead={ownAccountTexts.dataLead}>
      <AccountForm
        names={['password']}
        mutation={prove}
        onFields={(text) => prove.mutate(needsPassword ? { password: text('password') } : {})}
        button={{ look: 'secondary', text: ownAccountTexts.download }}
      >
        {(field) => needsPassword && <PresentPassword {...field('password')} />}
      </AccountForm>
    </AccountSection>
  );
}

/** Deletes a draft at once. For submitted answers, requests deletion, which can be withdrawn. */
function DeletionSection({ isSubmitted }: { readonly isSubmitted: boolean }) {
  const calls = useOwnAccountCalls();
  const queries = useQueryClient();
  const { data: request } = useQuery(useOwnQueries().deletion);
  const withdrawal = useMutation({
    mutationFn: calls.withdrawDeletion,
    onSettled: () => queries.invalidateQueries({ queryKey: DELETION }),
  });
  if (isSubmitted && typeof request?.asked_at === 'string')
    return (
      <AccountSection title={ownAccountTexts.deleteTitle} error={withdrawal.error} isOpen>
        <p role="status">{say(ownAccountTexts.deletionPending, { when: momentText(request.asked_at) })}</p>
        <Button
          look="secondary"
          isBusy={withdrawal.isPending}
          onClick={() => withdrawal.mutate()}
          text={ownAccountTexts.withdrawDeletion}
        />
      </AccountSection>
    );
  return <Deletion isSubmitted={isSubmitted} status={withdrawal.data?.message ?? ''} />;
}

type DeletionProps = { readonly isSubmitted: boolean; readonly status: string };

function Deletion({ isSubmitted, status }: DeletionProps) {
  const [password, setPassword] = useState<string>();
  const remove = useDeletion();
  const submitText = isSubmitted ? ownAccountTexts.askDeletion : ownAccountTexts.deleteAll;
  return (
    <AccountSection
      title={ownAccountTexts.deleteTitle}
      lead={isSubmitted ? ownAccountTexts.deleteSubmitted : ownAccountTexts.deleteLead}
      status={status}
      isOpen={status !== ''}
    >
      <AccountForm
        names={['password']}
        mutation={remove}
        onFields={(text) => (isSubmitted ? remove.mutate(text('password')) : setPassword(text('password')))}
        button={{ look: 'secondary', isDeletion: true, text: submitText }}
      >
        {(field) => <PresentPassword {...field('password')} />}
      </AccountForm>
      {password !== undefined && (
        <ConfirmDialog
          title={say(ownAccountTexts.sure)}
          text={say(ownAccountTexts.sureText)}
          confirmLabel={say(ownAccountTexts.deleteAll)}
          onConfirm={() => {
            setPassword(undefined);
            remove.mutate(password);
          }}
          onClose={() => setPassword(undefined)}
        />
      )}
    </AccountSection>
  );
}

/** Deletes the account, and its data in all tabs. */
function useDeletion() {
  const calls = useOwnAccountCalls();
  const services = useServices();
  const application = useApplication();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: calls.deleteAccount,
    onSuccess: ({ message, deleted }) => {
      if (!deleted) return queries.invalidateQueries({ queryKey: DELETION });
      services.drafts.forget();
      services.otherTabs.post({ kind: 'ended' });
      endSession(services, navigate, application);
      void navigate('/login', { state: { notice: message } satisfies NavigationState });
    },
  });
}
