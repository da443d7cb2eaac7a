import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetSessionsAnswer } from '#generated/api.ts';
import { endOtherSession, endSessionsOf, liveSessions } from '#server/student-tables/session-store.ts';
import type { Services } from '../start/services.ts';
import { say, ownAccountTexts } from '#texts/say.ts';

/** A student sees where they are logged in, and ends it there. */
export function sessionRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  const onRequest = guard.require;
  app.get('/api/sessions', { onRequest }, (request) => listOwnSessions(parts, request));
  app.delete('/api/sessions', { onRequest }, (request) => endOthers(parts, request));
  app.delete<{ Params: { id: string } }>('/api/sessions/:id', { onRequest }, (request) =>
    endOthers(parts, request, Buffer.from(request.params.id, 'hex')),
  );
}

async function listOwnSessions(
  { db, guard, steadyClock }: Services,
  request: FastifyRequest,
): Promise<GetSessionsAnswer> {
  const { studentId, tokenHash } = guard.of(request);
  const sessions = await liveSessions(db, studentId, steadyClock());
  return {
    sessions: sessions.map((session) => ({
      id: session.tokenHash.toString('hex'),
      device: session.device ?? '',
      since: session.createdAt.toISOString(),
      last_seen: session.seenAt.toISOString(),
      is_this: session.tokenHash.equals(tokenHash),
      by: session.byPasskey ? 'passkey' : 'password',
    })),
  };
}

/** Ends other sessions of the student, never the current one. An ended one is no error. */
function endOthers({ db, guard, audit }: Services, request: FastifyRequest, onlyHash?: Buffer) {
  const session = guard.of(request);
  const { studentId, tokenHash, username } = session;
  return db.transaction().execute(async (transaction) => {
    const ended = await (onlyHash
      ? endOtherSession(transaction, session, onlyHash)
      : endSessionsOf(transaction, studentId, tokenHash));
    const detail = `${ended} by the student`;
    await audit.record(
      { kind: 'session-ended', username, client: request.ip, result: 'ok', detail },
      transaction,
    );
    return { message: say(ownAccountTexts.loggedOutThere) };
  });
}
