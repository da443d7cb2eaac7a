import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetPdfAnswer, GetPdfQuery } from '#generated/api.ts';
import { idInCycle } from '#server/student-tables/cycle-store.ts';
import { addressOfServer } from '../http/create-server.ts';
import { workInTurn } from '#server/documents/work-in-turn.ts';
import { customerOf } from '../limits/client-limits.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { Refusal, requireNoWait, stillBusyRefusal, waitInWords } from '../http/refusal.ts';
import { fingerprintOf, readCopyState } from './copy-state.ts';
import { copiesOfStudent, createCopyQueue, createCopyMaker, type PdfServices } from './make-copy.ts';
import { isInFlight, pdfCopyStep, type PdfCopy, createPdfCopyStore } from './pdf-copy-store.ts';
import type { Services } from '../start/services.ts';
import { say, pdfCopyTexts, printTexts } from '#texts/say.ts';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { COPIES_AT_ONCE } from './render/renderer.ts';

const COPY_URL = '/api/pdf/copy';
/** Lets saves continue when hundreds submit and request copies at once. */
const STARTS = { atOnce: 2, waiting: 1000, full: stillBusyRefusal };
/** Longer waits are shown in minutes. */
const FEW_SECONDS_MS = 10_000;

/**
 * GET /api/pdf makes a copy if needed and returns its status (docs/behavior.md 4.14); GET /api/pdf/copy returns the
 * file.
 */
function pdfRoutes(app: FastifyInstance, parts: PdfServices): void {
  const { guard } = parts;
  const inTurn = createBoundedQueue(STARTS);
  app.get<OfCycle>('/api/pdf', { onRequest: guard.require }, async (request) => {
    const { cycle } = request.query;
    const studentId = await idInCycle(parts, guard.of(request), cycle);
    const found = await parts.copies.find(studentId);
    // Polled every second by waiting pages, so it avoids reading the saved form.
    const isWaiting = found !== undefined && isInFlight(found, parts.clock());
    const answer = isWaiting
      ? await pdfAnswerOf(parts, found)
      : await inTurn(() => readCopyStatus(parts, request, studentId));
    const query = cycle === undefined ? '' : `?cycle=${encodeURIComponent(cycle)}`;
    return { ...answer, url: answer.url && answer.url + query };
  });
  app.get<OfCycle>(
    COPY_URL,
    { onRequest: guard.require, config: { isDownload: true }, schema: { querystring: OF_CYCLE } },
    async (request, reply) => {
      const { username } = guard.of(request);
      const studentId = await idInCycle(parts, guard.of(request), request.query.cycle);
      const [state, copy] = [await readCopyState(parts, studentId), await parts.copies.find(studentId)];
      const pdf = await parts.clientMemory.read(reply, copy?.fileKey);
      if (pdf === undefined) throw new Refusal(404, say(pdfCopyTexts.none));
      const event = { kind: 'pdf-copy', username, client: request.ip, result: 'ok' } as const;
      await parts.db.transaction().execute((trx) => parts.audit.recordSome(event, RECORDED_PER_HOUR, trx));
      const day = (state?.submittedAt ?? copy?.updatedAt ?? parts.clock()).toISOString().slice(0, 10);
      const fileName = pdfFileName([parts.institution, state?.sortName ?? '', day], 'pdf');
      return reply
        .type('application/pdf')
        .header('content-disposition', pdfAttachmentHeader(fileName))
        .send(pdf);
    },
  );
}

type OfCycle = { Querystring: GetPdfQuery };
const OF_CYCLE = { type: 'object', additionalProperties: false, properties: { cycle: { type: 'string' } } };
/** Maximum downloads of a student in the audit trail, against pages that download in a loop. */
const RECORDED_PER_HOUR = 10;

async function readCopyStatus(
  parts: PdfServices,
  request: FastifyRequest,
  studentId: string,
): Promise<GetPdfAnswer> {
  const [found, state] = [await parts.copies.find(studentId), await readCopyState(parts, studentId)];
  if (state === undefined || state.isEmpty)
    return { status: 'NOT_ANSWERED', url: null, message: say(printTexts.noAnswers) };
  const fingerprint = fingerprintOf(parts.db, state);
  const step = pdfCopyStep(found, fingerprint, parts.clock());
  if (step === 'start') await limitStarts(parts, request, studentId);
  if (step === 'keep' && found !== undefined) return pdfAnswerOf(parts, found);
  const job = { studentId, client: customerOf(request.ip) };
  return pdfAnswerOf(parts, await parts.copies.want(job, fingerprint));
}

async function limitStarts(parts: PdfServices, request: FastifyRequest, studentId: string): Promise<void> {
  const copies = copiesOfStudent(studentId);
  // Before the network's, so that one student does not use it up.
  const waitMs = await parts.limits.peek(copies.key, copies.rate, parts.clock());
  requireNoWait(waitMs, pdfCopyTexts.manyCopies);
  await parts.limits.debit([copies], parts.clock());
  await parts.clientLimits.consume('pdf', request);
}

async function pdfAnswerOf(parts: PdfServices, copy: PdfCopy): Promise<GetPdfAnswer> {
  const { status } = copy;
  return {
    status,
    url: status === 'COMPLETED' ? COPY_URL : null,
    message: copy.message ?? (await messageOf(parts, copy)),
  };
}

/** Returns a status message, in whole minutes: screen readers would announce a change every second. */
async function messageOf({ queue }: PdfServices, { status, updatedAt }: PdfCopy): Promise<string> {
  if (status === 'COMPLETED') return say(pdfCopyTexts.isReady);
  if (status === 'FAILED') return say(pdfCopyTexts.notMade);
  const ms = status === 'UNPROCESSED' ? await queue.waitMs(updatedAt) : 0;
  if (ms < FEW_SECONDS_MS) return say(pdfCopyTexts.isPreparing);
  return say(pdfCopyTexts.readyIn, { wait: waitInWords(Math.ceil(ms / 60_000) * 60) });
}

/** Adds the PDF copy: its routes and worker. */
export async function addPdf(app: FastifyInstance, services: Services): Promise<void> {
  const copies = createPdfCopyStore(services);
  const queue = createCopyQueue(copies, services.clock);
  const copying = { ...services, copies, queue, origin: () => ownAddress(app.server) };
  pdfRoutes(app, copying);
  app.addHook('onClose', () => services.renderer.close());
  await workInTurn(services, 'pdf', createCopyMaker(copying), COPIES_AT_ONCE);
}

/** Returns this server's local address; jobs of the last run wait until it listens. */
async function ownAddress(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  const { address, family, port } = addressOfServer(server);
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** Special characters of file systems and headers, and bidi marks. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
/** Maximum per part: up to three bytes per letter, and file systems allow 255 bytes in total. */
const LONGEST_PART = 36;
/** A surrogate left by truncation. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** Builds a file name from user text, e.g. `Toy College - Baker Ada - 2026-03-01.pdf`. */
export function pdfFileName(parts: readonly string[], extension: string): string {
  const words = parts.map(cleanPart).filter((part) => part !== '');
  return `${words.length === 0 ? 'file' : words.join(' - ')}.${extension}`;
}

function cleanPart(part: string): string {
  const cleaned = part
    // Normalizing takes the square of the number of marks in a row.
    .slice(0, 10 * LONGEST_PART)
    .normalize('NFC')
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '');
  return cleaned.slice(0, LONGEST_PART).replace(HALF_CHARACTER, '').trim();
}

/** Builds a content-disposition header with a file name. Non-ASCII by RFC 6266 and 8187. */
export function pdfAttachmentHeader(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    // NFKD makes quotes of full-width ones.
    .replaceAll(/[^\x20-\x7e]+|["%;\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
