import { questionsOf } from '#form/definition/form-part.ts';
import type { KeyedRate } from '../limits/client-limits.ts';
import { ExplainedError } from '../http/error-log.ts';
import { newFileKey } from '../files/file-store.ts';
import type { PdfJob } from '../jobs/jobs.ts';
import { type CopyState, fingerprintOf, readCopyState } from './copy-state.ts';
import type { PdfCopyStore, CopiesInFlight } from './pdf-copy-store.ts';
import type { RenderAttachment, RenderResult } from './render/render-request.ts';
import { createServiceToken } from '../service/service-token-store.ts';
import type { Services } from '../start/services.ts';
import { say, pdfCopyTexts } from '#texts/say.ts';
import { COPIES_AT_ONCE } from './render/renderer.ts';

/** Services of the PDF copy. */
export type PdfServices = Services & {
  readonly copies: PdfCopyStore;
  readonly queue: CopyQueue;
  /** Internal address of this server. */
  readonly origin: () => Promise<string>;
};

/** Maximum renderings if answers change meanwhile; then the queue retries. */
const ROUNDS = 3;

/** Life of a token that opens the service view; longer than any render job. */
const RENDER_TOKEN_MS = 5 * 60_000;

/** Limits the copies of a student: each costs a third of a second of a core; answers never change as often. */
export function copiesOfStudent(studentId: string): KeyedRate {
  return { key: `pdf:student:${studentId}`, rate: { burst: 20, everyMs: 60_000 } };
}

/** Creates the worker of PDF jobs. Makes a copy of the saved form; after the last try it records the failure. */
export function createCopyMaker(parts: PdfServices) {
  return {
    async run({ studentId }: PdfJob, signal: AbortSignal) {
      const begun = parts.steadyClock().getTime();
      await makeCopy(parts, studentId, signal);
      parts.queue.noteCopy(parts.steadyClock().getTime() - begun);
    },
    giveUp: ({ studentId }: PdfJob) => parts.copies.fail(studentId, say(pdfCopyTexts.gaveUp)),
  };
}

/** @throws Error if a retry can help, with a reason for the operator */
async function makeCopy(parts: PdfServices, studentId: string, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = await readCopyState(parts, studentId);
    // The student was deleted.
    if (state === undefined) return;
    const fingerprint = fingerprintOf(parts.db, state);
    // Another server made the copy.
    if (!(await parts.copies.begin(studentId, fingerprint))) return;
    const rendered = await renderCopy(parts, studentId, state, signal);
    if (rendered.kind === 'failed') throw notMade(rendered.message);
    if (rendered.kind !== 'done') {
      parts.onError('the PDF copy', notMade(rendered.message));
      return parts.copies.fail(studentId, say(pdfCopyTexts.gaveUp));
    }
    if (await keepCopy(parts, studentId, fingerprint, rendered.pdf)) return;
    // The answers have changed: the next rendering is one more copy.
    await parts.limits.debit([copiesOfStudent(studentId)], parts.clock());
  }
  throw notMade('the answers changed each time it was rendered');
}

/** @param message of Chromium: its page URL contains a token, and further lines repeat the first */
function notMade(message: string): ExplainedError {
  const [reason = ''] = message.replaceAll(/\?\S*/g, '').split('\n');
  return new ExplainedError('The PDF copy was not made', reason);
}

/** Renders a copy, retrying once if late: a second try uses a new browser. */
async function renderCopy(
  parts: PdfServices,
  studentId: string,
  state: CopyState,
  signal: AbortSignal,
): Promise<RenderResult> {
  const link = { studentId, purpose: 'render', lifeMs: RENDER_TOKEN_MS } as const;
  const request = {
    origin: await parts.origin(),
    token: (await createServiceToken(parts, link)).token,
    attachments: await readAttachments(parts, state),
  };
  const render = async (): Promise<RenderResult> => {
    signal.throwIfAborted();
    const rendered = await parts.renderer.render(request, signal);
    signal.throwIfAborted();
    return rendered;
  };
  const rendered = await render();
  return rendered.kind === 'late' ? render() : rendered;
}

function readAttachments(
  { files, localized }: Pick<PdfServices, 'files' | 'localized'>,
  { documents }: CopyState,
): Promise<readonly RenderAttachment[]> {
  const questions = questionsOf(localized().definition);
  return Promise.all(
    documents.map(async ({ key, label: english, fileName, pdfKey }) => {
      const label = questions.get(key)?.fullLabel ?? english;
      // A missing file is noted on the document's title page.
      return { label, fileName, pdf: (await files.read(pdfKey)) ?? new Uint8Array() };
    }),
  );
}

/** Stores a copy that is still current: the file before the row, and deletes the old file last. */
async function keepCopy(
  parts: PdfServices,
  studentId: string,
  fingerprint: string,
  pdf: Uint8Array,
): Promise<boolean> {
  const { copies, files } = parts;
  const now = await readCopyState(parts, studentId);
  if (now === undefined || fingerprintOf(parts.db, now) !== fingerprint) return false;
  const fileKey = newFileKey(studentId, (size) => parts.random.bytes(size));
  await files.write(fileKey, pdf);
  const kept = await copies.complete(studentId, fingerprint, fileKey);
  const obsolete = kept.kind === 'kept' ? kept.oldKey : fileKey;
  if (obsolete !== null) await files.remove([obsolete]);
  return kept.kind === 'kept';
}

type CopyQueue = ReturnType<typeof createCopyQueue>;

/** Initial estimate; a copy takes less, but a browser starts first. */
const FIRST_MS = 4000;
/** Weight of the last copy in the moving average. */
const WEIGHT = 0.2;
/** Cache time of counts, so that the database counts once per second of requests. */
const COUNTED_MS = 2000;

/** Estimates waits from the rows of all servers, and this server's speed. */
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
    /** Records the duration of a copy in milliseconds. */
    noteCopy: (ms: number) => void (copyMs += (ms - copyMs) * WEIGHT),
    /** Returns the milliseconds until a copy requested at a time is ready, by those queued before it. */
    async waitMs(requestedAt: Date): Promise<number> {
      const { waiting, rendering } = await countedBefore(Math.ceil(requestedAt.getTime() / 1000));
      // While others wait, each server renders at full concurrency.
      return (Math.max(1, waiting + rendering) / Math.max(COPIES_AT_ONCE, rendering)) * copyMs;
    },
  };
}
