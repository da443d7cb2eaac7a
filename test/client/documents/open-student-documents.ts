import { onTestFinished, vi } from 'vitest';
import { createDocumentCalls } from '#client/api/document-calls.ts';
import { StudentDocuments } from '#client/documents/student-documents.ts';
import { ANY_FILE } from '#form/documents/file-rules.ts';
import type { FailedCall } from '#client/saving/save-choices.ts';
import { createFakeServer, type FakeServer } from '../screens/fake-server.ts';
import { callOver } from '../api/call-over.ts';

const labelOf = () => 'The Card';

/** The documents of a form, with all errors that they reported, and a clock controlled by the test. */
export async function openStudentDocuments(
  server: FakeServer = createFakeServer(),
  makeFile = async () => new File([], ''),
) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const faults: FailedCall[] = [];
  const calls = createDocumentCalls(callOver(server.fetch), server.sendForm);
  const attached = await calls.documentAnswers();
  const onError = (fault: FailedCall) => void faults.push(fault);
  const newTries: string[] = [];
  const onRetry = (label: string) => void newTries.push(label);
  const photos = async () => ({ preview: async () => new Blob(), makeFile });
  const own = { labelOf, rulesOf: () => ANY_FILE, whenTabSaved: async () => {}, photos };
  const documents = new StudentDocuments({ calls, attached, onError, onRetry, ...own });
  await settled();
  /** Attaches a file, as far as it needs no time. */
  const attach = async (file: File): Promise<void> => {
    documents.attach('card', file);
    await settled();
  };
  return { documents, attach, faults, newTries, server, view: () => documents.view('card') };
}

/** Runs everything that needs no time. */
export const settled = () => vi.advanceTimersByTimeAsync(0);

/** A server with a document at the question. */
export function serverWith(document: Parameters<FakeServer['documents']['put']>[1]): FakeServer {
  const server = createFakeServer();
  server.documents.put('card', document);
  return server;
}
