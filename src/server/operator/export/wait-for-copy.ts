import { setTimeout as delay } from 'node:timers/promises';
import { createPdfCopyStore } from '#server/pdf/pdf-copy-store.ts';
import { OperationFault } from '../operation-fault.ts';
import type { OperationParts } from '../operation-parts.ts';
import type { SubmittedApplication } from './submitted-application.ts';

const POLL_MS = 250;
/** A queue of other students may be before it; a server that works begins within that time. */
const PATIENCE_MS = 5 * 60_000;

/**
 * The PDF copy of an application, which a server makes where there is none: undefined when it could not be made.
 *
 * @throws OperationFault when no server makes any
 */
export async function waitForCopy(
  { db, files, jobs, clock }: OperationParts,
  { studentId, fingerprint }: SubmittedApplication,
): Promise<Uint8Array | undefined> {
  if (jobs === undefined) throw nobodyMakesThem();
  const copies = createPdfCopyStore({ db, jobs, clock });
  const end = performance.now() + PATIENCE_MS;
  let copy = await copies.want(studentId, fingerprint);
  while (copy.status === 'UNPROCESSED' || copy.status === 'IN_PROGRESS') {
    if (performance.now() > end) throw nobodyMakesThem();
    await delay(POLL_MS);
    const found = await copies.find(studentId);
    if (found === undefined) return undefined;
    copy = found;
  }
  return copy.status === 'COMPLETED' && copy.fileKey !== null ? files.read(copy.fileKey) : undefined;
}

function nobodyMakesThem(): OperationFault {
  return new OperationFault(
    'Only a running server can make PDF copies, and none is running. Start it, then run this command again.',
  );
}
