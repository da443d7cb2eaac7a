import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetSessionsAnswer } from '#generated/api.ts';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import type { SessionGuard } from './session-guard.ts';
import { endOtherSessions, liveSessions } from './session-store.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

type SessionRouteParts = {
  readonly db: Database;
  readonly guard: SessionGuard;
  readonly audit: AuditTrail;
  readonly clock: () => Date;
  readonly schemaOf: SchemaOf;
};

/** A student sees where they are logged in, and ends it there. */
export function sessionRoutes(app: FastifyInstance, parts: SessionRouteParts): void {
  const { guard, schemaOf } = parts;
  const onRequest = guard.require;
  app.get('/api/sessions', { schema: schemaOf('GET /api/sessions'), onRequest }, (request) =>
    listOwnSessions(parts, request),
  );
  app.delete('/api/sessions', { schema: schemaOf('DELETE /api/sessions'), onRequest }, (request) =>
    endOthers(parts, request),
  );
  app.delete<{ Params: { id: string } }>(
    '/api/sessions/:id',
    { schema: schemaOf('DELETE /api/sessions/{id}'), onRequest },
    (request) => endOthers(parts, request, Buffer.from(request.params.id, 'hex')),
  );
}

async function listOwnSessions(
  { db, guard, clock }: SessionRouteParts,
  request: FastifyRequest,
): Promise<GetSessionsAnswer> {
  const { studentId, tokenHash } = guard.of(request);
  const sessions = await liveSessions(db, studentId, clock());
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

/** Never the session that asks: that is what logging out is for. One that is over already is no fault. */
function endOthers({ db, guard, audit }: SessionRouteParts, request: FastifyRequest, onlyHash?: Buffer) {
  const { studentId, tokenHash, username } = guard.of(request);
  return db.transaction().execute(async (transaction) => {
    const ended = await endOtherSessions(transaction, { studentId, tokenHash }, onlyHash);
    const detail = `${ended} by the student`;
    await audit.record(
      { kind: 'session-ended', username, client: request.ip, result: 'ok', detail },
      transaction,
    );
    return { message: say(ownAccountTexts.loggedOutThere) };
  });
}
