import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostDeleteAccountBody, PostOwnDataBody } from '#generated/api.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import type { AuditEvent } from '../audit/audit-trail.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { Refusal, requireNoWait } from '../http/refusal.ts';
import type { Transaction } from '../database/database.ts';
import { lockApplication } from '../student-tables/application-store.ts';
import { selectPastApplications } from '../student-tables/cycle-store.ts';
import { selectReceipt } from '../student-tables/submission-store.ts';
import { deleteStudent, trailAddressesOf } from './delete-student.ts';
import { exportStudent } from './export-student.ts';
import type { Services } from '../start/services.ts';
import { say, ownAccountTexts, passkeyTexts, refusalTexts } from '#texts/say.ts';

/** Limited because each reads all files of a student, who needs the data once. */
const DOWNLOADS: Rate = { burst: 3, everyMs: 10 * 60_000 };

/** `client` of students' actions on their own data. An address would identify them in the remaining events. */
const BY_STUDENT = 'student';

/** Adds the calls to download and delete one's own data. */
export function ownDataRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  app.get(
    '/api/own-data',
    { onRequest: [refuseCrossSite, guard.require], config: { isDownload: true } },
    (request, reply) => download(parts, request, reply),
  );
  app.post<{ Body: PostOwnDataBody }>('/api/own-data', { onRequest: guard.require }, (request) =>
    parts.withProof(request, request.body.password, async () => ({
      message: say(ownAccountTexts.downloadReady),
    })),
  );
  app.post<{ Body: PostDeleteAccountBody }>(
    '/api/delete-account',
    { onRequest: guard.require },
    (request, reply) => deleteOwn(parts, request, reply),
  );
  app.get('/api/delete-account', { onRequest: guard.require }, async (request) => ({
    asked_at: (await pendingRequest(parts, guard.of(request).username))?.toISOString() ?? null,
  }));
  app.delete('/api/delete-account', { onRequest: guard.require }, (request) => withdraw(parts, request));
}

/** Returns when a student requested deletion from the office; undefined without a pending request. */
async function pendingRequest({ audit, db }: Services, username: string): Promise<Date | undefined> {
  const addresses = await trailAddressesOf(db, username);
  const newest = await audit.newestOf(addresses, ['deletion-asked', 'deletion-withdrawn']);
  return newest?.kind === 'deletion-asked' ? newest.at : undefined;
}

/** Withdraws a deletion request, and notifies the office; does nothing without a request. */
async function withdraw(parts: Services, request: FastifyRequest): Promise<{ message: string }> {
  const { username } = parts.guard.of(request);
  const event = { kind: 'deletion-withdrawn', username, client: request.ip } as const;
  if (await pendingRequest(parts, username))
    await parts.db.transaction().execute((transaction) => recordRequest(parts, event, transaction));
  return { message: say(ownAccountTexts.deletionWithdrawn) };
}

type DeletionRequest = Pick<AuditEvent, 'username' | 'client'> & {
  readonly kind: 'deletion-asked' | 'deletion-withdrawn';
};

/** Notifies the office of a deletion request or its withdrawal. */
async function recordRequest(
  { audit, jobs }: Services,
  event: DeletionRequest,
  transaction: Transaction,
): Promise<void> {
  await jobs.sendMailJob({ kind: event.kind, username: event.username }, transaction);
  await audit.record(event, transaction);
}

async function download(
  parts: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { studentId, username } = parts.guard.of(request);
  if (!(await parts.isFresh(request))) throw new Refusal(403, say(passkeyTexts.passwordNeeded));
  const waitMs = await parts.limits.consume(`own-data:${studentId}`, DOWNLOADS, parts.clock());
  requireNoWait(waitMs, refusalTexts.manyRequests);
  reply.header('content-disposition', 'attachment; filename="my-application-data.json"');
  parts.clientMemory.countExport(reply);
  const exported = await exportStudent(parts, username, request.ip);
  return reply.type('application/json; charset=utf-8').send(Readable.from(exported ?? ['{}']));
}

/** Deletes a draft at once. Submissions are records of the university: the office decides (decision 17). */
async function deleteOwn(
  parts: Services,
  request: FastifyRequest<{ Body: PostDeleteAccountBody }>,
  reply: FastifyReply,
): Promise<{ message: string; deleted: boolean }> {
  const { studentId, username } = parts.guard.of(request);
  const count = await parts.permitOwnChange(request);
  const isSubmitted = await parts.withOwnPassword(request, request.body.password, async (transaction) => {
    if (!(await hasSubmitted(transaction, studentId))) return false;
    const { ip: client } = request;
    await recordRequest(parts, { kind: 'deletion-asked', username, client }, transaction);
    return true;
  });
  if (isSubmitted) {
    await count();
    return { message: say(ownAccountTexts.deletionAsked), deleted: false };
  }
  const { accounts } = await deleteStudent(parts, username, {
    by: BY_STUDENT,
    onlyIf: async (transaction) => {
      await lockApplication(transaction, studentId);
      return !(await hasSubmitted(transaction, studentId));
    },
  });
  // Another tab submitted it in the meantime.
  if (accounts === 0) return deleteOwn(parts, request, reply);
  parts.cookies.clear(reply);
  reply.header('clear-site-data', '"cache", "storage"');
  return { message: say(ownAccountTexts.deleted), deleted: true };
}

/** Whether a student has submitted, in this cycle or an earlier one. */
async function hasSubmitted(transaction: Transaction, studentId: string): Promise<boolean> {
  if (await selectReceipt(transaction, studentId)) return true;
  return (await selectPastApplications(transaction, studentId).executeTakeFirst()) !== undefined;
}
