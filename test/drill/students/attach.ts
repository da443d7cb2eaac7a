import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '#client/api/call.ts';
import type { Browser } from './browser.ts';
import { DrillIsOver, type Pace, press } from './pace.ts';

const POLL_MS = 1000;

type Attaching = Pace & { readonly browser: Browser; readonly file: File };

/**
 * Attaches the file to a question and waits for it to be shown. Retries temporary failures; resends files lost by the
 * server.
 */
export async function attachDocument(student: Attaching, key: string): Promise<void> {
  const { browser, file, ledger } = student;
  const { documents } = browser;
  const target = await press(student, async () => {
    const presigned = await documents.presignedUrl(key);
    const watch = { onShare: () => undefined, signal: AbortSignal.timeout(30_000) };
    await documents.postFile(presigned, file, watch);
    return presigned;
  });
  try {
    await press(student, () => documents.startConversion(key, target.fields.key, file.name));
  } catch (error) {
    // The conversion has started, but the response was lost.
    if (!(error instanceof RequestError) || error.status !== 409) throw error;
  }
  for (;;) {
    const { status, message } = await press(student, () => documents.conversionStatus(key));
    if (status === 'COMPLETED') break;
    if (status === 'FAILED') return ledger.recordProblem(`a document was not converted: ${message}`);
    if (!student.isRunning()) throw new DrillIsOver();
    await delay(POLL_MS);
  }
  ledger.documents.set(key, undefined);
  ledger.recordProgress();
}
