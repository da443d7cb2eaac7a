import { conversionsInQueue } from '#server/jobs/job-rows.ts';
import {
  deleteDetachedDocuments,
  selectUnfinishedConversions,
} from '#server/student-tables/document-store.ts';
import { selectFileKeysInUse } from '#server/student-tables/file-rows.ts';
import { batchesOf } from '#server/http/batches.ts';
import { deleteOldUploads } from '#server/student-tables/upload-store.ts';
import type { Services } from '../start/services.ts';

type SweepServices = Pick<Services, 'clock' | 'db' | 'discard' | 'files' | 'jobs'>;

/** Younger files can be in use: they are written before the row that references them. */
const GRACE_MS = 3_600_000;
const BATCH = 500;

/** Removes unused permits, detached documents and unreferenced files. Restarts conversions without a job. */
export async function sweepDocuments(parts: SweepServices): Promise<void> {
  const before = new Date(parts.clock().getTime() - GRACE_MS);
  await parts.discard(await deleteOldUploads(parts.db, before));
  await deleteDetachedDocuments(parts.db, before);
  await restartConversions(parts);
  await removeUnnamedFiles(parts, before);
}

async function restartConversions({ db, jobs }: SweepServices): Promise<void> {
  const unfinished = await selectUnfinishedConversions(db);
  if (unfinished.length === 0) return;
  const queued = await conversionsInQueue(db);
  for (const job of unfinished) if (!queued.has(job.fileKey)) await jobs.send('convert', job);
  jobs.wake('convert');
}

async function removeUnnamedFiles(
  { db, discard, files: stored }: SweepServices,
  before: Date,
): Promise<void> {
  for await (const files of batchesOf(stored.list(), BATCH)) {
    const old = files.filter(({ changedAt }) => changedAt < before).map(({ key }) => key);
    const inUse = await selectFileKeysInUse(db, old);
    await discard(old.filter((key) => !inUse.has(key)));
  }
}
