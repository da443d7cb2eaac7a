import { ExplainedError } from '../http/error-log.ts';
import { type FileStore, newFileKey } from '../files/file-store.ts';
import type { PdfJob } from '../jobs/jobs.ts';
import { type CopyState, type CopyServices, fingerprintOf, readCopyState } from './copy-state.ts';
import type { PdfCopyStore, CopiesInFlight } from './pdf-copy-store.ts';
import type { RenderAttachment, RenderResult } from './render/render-order.ts';
import type { Services } from '../start/services.ts';
import { say, pdfCopyTexts } from '#texts/say.ts';
import { COPIES_AT_ONCE } from './render/renderer.ts';

/** What the area needs of the file store. */
export type CopyFiles = Pick<FileStore, 'read' | 'write' | 'remove'>;

type MakerServices = CopyServices &
  Pick<Services, 'createRenderToken' | 'onError' | 'random' | 'renderer'> & {
    readonly copies: PdfCopyStore;
    readonly queue: Pick<CopyQueue, 'noteCopy'>;
    readonly files: CopyFiles;
    /** This server's own address. */
    readonly origin: () => Promise<string>;
  };

/** Answers that change while they are rendered are rendered again, so often; then the queue has its turn. */
const ROUNDS = 3;

/** What the queue does with a job: makes the copy of what is saved now; after the last try it notes the failure. */
export function createCopyMaker(parts: MakerServices) {
  return {
    async run({ studentId }: PdfJob, signal: AbortSignal) {
      const started = performance.now();
      await makeCopy(parts, studentId, signal);
      parts.queue.noteCopy(performance.now() - started);
    },
    giveUp: ({ studentId }: PdfJob) => parts.copies.fail(studentId, say(pdfCopyTexts.gaveUp)),
  };
}

/** @throws Error when it is worth trying again, with what the operator should know */
async function makeCopy(parts: MakerServices, studentId: string, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = await readCopyState(parts, studentId);
    // The student is gone.
    if (state === undefined) return;
    const fingerprint = fingerprintOf(state);
    // Another server made the copy.
    if (!(await parts.copies.begin(studentId, fingerprint))) return;
    const rendered = await drawCopy(parts, studentId, state, signal);
    if (rendered.kind === 'failed') throw notMade(rendered.message);
    if (rendered.kind !== 'done') {
      parts.onError('the PDF copy', notMade(rendered.message));
      return parts.copies.fail(studentId, say(pdfCopyTexts.gaveUp));
    }
    if (await keepCopy(parts, studentId, fingerprint, rendered.pdf)) return;
  }
  throw notMade('the answers changed each time it was rendered');
}

/** @param message of Chromium: the address of a page in it has a token, and further lines repeat the first */
function notMade(message: string): ExplainedError {
  const [reason = ''] = message.replaceAll(/\?\S*/g, '').split('\n');
  return new ExplainedError('The PDF copy was not made', reason);
}

/** A browser that hung is another one at the second try; what is late twice is late whenever it is tried. */
async function drawCopy(
  parts: MakerServices,
  studentId: string,
  state: CopyState,
  signal: AbortSignal,
): Promise<RenderResult> {
  const order = {
    origin: await parts.origin(),
    token: await parts.createRenderToken(studentId),
    attachments: await readAttachments(parts.files, state),
  };
  const render = async (): Promise<RenderResult> => {
    signal.throwIfAborted();
    const rendered = await parts.renderer.render(order, signal);
    signal.throwIfAborted();
    return rendered;
  };
  const rendered = await render();
  return rendered.kind === 'late' ? render() : rendered;
}

function readAttachments(files: CopyFiles, { documents }: CopyState): Promise<readonly RenderAttachment[]> {
  return Promise.all(
    documents.map(async ({ label, fileName, pdfKey }) => {
      // Without its file a document has a title page that says so.
      return { label, fileName, pdf: (await files.read(pdfKey)) ?? new Uint8Array() };
    }),
  );
}

/** Keeps a copy that shows what is saved still; the file before the row, and the old file goes last. */
async function keepCopy(
  parts: MakerServices,
  studentId: string,
  fingerprint: string,
  pdf: Uint8Array,
): Promise<boolean> {
  const { copies, files } = parts;
  const now = await readCopyState(parts, studentId);
  if (now === undefined || fingerprintOf(now) !== fingerprint) return false;
  const fileKey = newFileKey(studentId, (size) => parts.random.bytes(size));
  await files.write(fileKey, pdf);
  const kept = await copies.complete(studentId, fingerprint, fileKey);
  const obsolete = kept.kind === 'kept' ? kept.oldKey : fileKey;
  if (obsolete !== null) await files.remove([obsolete]);
  return kept.kind === 'kept';
}

export type CopyQueue = ReturnType<typeof createCopyQueue>;

/** Before this server has made a copy: one takes less, but a browser starts first. */
const FIRST_MS = 4000;
/** How much a copy counts next to all those before. */
const WEIGHT = 0.2;
/** What was counted holds so long: however many ask, the database counts once for all of a second. */
const COUNTED_MS = 2000;

/** Estimates waits from the rows of all servers, and from the pace of this one. */
export function createCopyQueue(copies: Pick<PdfCopyStore, 'countOnTheirWay'>, clock: () => Date) {
  let copyMs = FIRST_MS;
  let countedAt = 0;
  const counted = new Map<number, Promise<CopiesInFlight>>();
  function countedBefore(second: number): Promise<CopiesInFlight> {
    const now = clock().getTime();
    if (Math.abs(now - countedAt) >= COUNTED_MS) {
      counted.clear();
      countedAt = now;
    }
    const known = counted.get(second);
    if (known !== undefined) return known;
    const found = copies.countOnTheirWay(new Date(second * 1000));
    counted.set(second, found);
    found.catch(() => counted.delete(second));
    return found;
  }
  return {
    /** Notes how many milliseconds this server took to make a copy. */
    noteCopy: (ms: number) => void (copyMs += (ms - copyMs) * WEIGHT),
    /** Milliseconds until the copy is there that was asked for at a time, by those who wait before it. */
    async waitMs(askedAt: Date): Promise<number> {
      const { waiting, rendering } = await countedBefore(Math.ceil(askedAt.getTime() / 1000));
      // While others wait, each server renders as many as it can.
      return (Math.max(1, waiting + rendering) / Math.max(COPIES_AT_ONCE, rendering)) * copyMs;
    },
  };
}
