import { vi } from 'vitest';
import { createCall } from '#client/api/call.ts';
import { createDocumentCalls } from '#client/api/document-calls.ts';
import { StudentDocuments } from '#client/documents/student-documents.ts';
import { ANY_FILE } from '#form/documents/file-rules.ts';
import type { FailedCall } from '#client/saving/save-choices.ts';
import { createFakeServer, type FakeServer } from '../screens/fake-server.ts';

const labelOf = () => 'The Card';

/** The documents of a form, and all errors that they reported. */
export async function openStudentDocuments(
  server: FakeServer = createFakeServer(),
  makeFile = async () => new File([], ''),
) {
  const faults: FailedCall[] = [];
  const calls = createDocumentCalls(
    createCall(server.fetch, () => {}),
    server.sendForm,
  );
  const attached = await calls.documentAnswers();
  const onError = (fault: FailedCall) => void faults.push(fault);
  const newTries: string[] = [];
  const onRetry = (label: string) => void newTries.push(label);
  const photos = async () => ({ preview: async () => new Blob(), makeFile });
  const own = { labelOf, rulesOf: () => ANY_FILE, whenAsked: async () => {}, photos };
  const documents = new StudentDocuments({ calls, attached, onError, onRetry, ...own });
  await settled();
  return { documents, faults, newTries, server, view: () => documents.view('card') };
}

/** Runs everything that needs no time. */
export const settled = () => vi.advanceTimersByTimeAsync(0);
