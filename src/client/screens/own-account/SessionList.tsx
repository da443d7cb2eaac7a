import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#client/ui/Button.tsx';
import type { GetSessionsAnswer } from '#generated/api.ts';
import { AccountSection, DeviceLine, deviceName, momentText } from './AccountSection.tsx';
import { useOwnAccountCalls, SESSIONS, useOwnQueries } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

type OwnSession = GetSessionsAnswer['sessions'][number];

/** Where the student is logged in; all but this session can be ended. */
export function SessionList() {
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
