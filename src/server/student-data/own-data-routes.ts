import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { PostDeleteAccountBody } from '#generated/api.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import type { Rate } from '../limits/limits.ts';
import { TooManyRequests } from '../http/refusal.ts';
import type { Tables } from '../database/tables.ts';
import { lockApplication } from '../student-tables/application-store.ts';
import { selectReceipt } from '../student-tables/submission-store.ts';
import { deleteStudent, type StudentDataServices } from './delete-student.ts';
import { exportStudent } from './export-student.ts';
import { say } from '#texts/say.ts';
import type { Services } from '../start/services.ts';
import { ownAccountTexts, refusalTexts } from '#generated/texts.ts';

type OwnDataServices = StudentDataServices &
  Pick<Services, 'cookies' | 'guard' | 'jobs' | 'limits' | 'withOwnPassword'>;

/** Reads all files of a student; anyone who wants the data wants it once. */
const DOWNLOADS: Rate = { burst: 3, everyMs: 10 * 60_000 };

/** The `client` of what a student did to their own data: their address would name them in what stays. */
const BY_STUDENT = 'student';

/** A student takes along all that is known of them, and has it deleted. */
export function ownDataRoutes(app: FastifyInstance, parts: OwnDataServices): void {
  const { guard } = parts;
  app.get('/api/own-data', { onRequest: [refuseCrossSite, guard.require] }, (request, reply) =>
    download(parts, request, reply),
  );
  app.post<{ Body: PostDeleteAccountBody }>(
    '/api/delete-account',
    { onRequest: guard.require },
    (request, reply) => deleteOwn(parts, request, reply),
  );
}

async function download(
  parts: OwnDataServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { studentId, username } = parts.guard.of(request);
  const waitMs = await parts.limits.consume(`own-data:${studentId}`, DOWNLOADS, parts.clock());
  if (waitMs > 0) throw new TooManyRequests(waitMs, (wait) => say(refusalTexts.manyRequests, { wait }));
  reply.header('content-disposition', 'attachment; filename="my-application-data.json"');
  const exported = await exportStudent(parts, username, request.ip);
  return reply.type('application/json; charset=utf-8').send(Readable.from(exported ?? ['{}']));
}

/** Deletes a draft at once. What was submitted is a record of the university: the office is asked (decision 17). */
async function deleteOwn(
  parts: OwnDataServices,
  request: FastifyRequest<{ Body: PostDeleteAccountBody }>,
  reply: FastifyReply,
): Promise<{ message: string; deleted: boolean }> {
  const { studentId, username } = parts.guard.of(request);
  const isSubmitted = await parts.withOwnPassword(request, request.body.password, async (transaction) => {
    if ((await selectReceipt(transaction, studentId)) === undefined) return false;
    await parts.jobs.sendMailJob({ kind: 'deletion-asked', username }, transaction);
    await parts.audit.record(
      { kind: 'deletion-asked', username, client: request.ip, result: 'ok' },
      transaction,
    );
    return true;
  });
  if (isSubmitted) return { message: say(ownAccountTexts.deletionAsked), deleted: false };
  const { accounts } = await deleteStudent(parts, username, {
    by: BY_STUDENT,
    onlyIf: (transaction) => isDraft(transaction, studentId),
  });
  // Another tab submitted it in the meantime.
  if (accounts === 0) return deleteOwn(parts, request, reply);
  parts.cookies.clear(reply);
  reply.header('clear-site-data', '"cache", "storage"');
  return { message: say(ownAccountTexts.deleted), deleted: true };
}

async function isDraft(transaction: Transaction<Tables>, studentId: string): Promise<boolean> {
  await lockApplication(transaction, studentId);
  return (await selectReceipt(transaction, studentId)) === undefined;
}
