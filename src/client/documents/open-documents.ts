import type { GetDocumentAnswerAnswer } from '#generated/api.ts';
import type { DocumentCalls } from '#client/api/document-calls.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { PhotoTools } from '#client/documents/photos/photos.ts';
import type { SaveChoiceFault } from '../saving/save-choices.ts';
import { keepDocumentAnswers } from './keep-document-answers.ts';
import { StudentDocuments } from './student-documents.ts';

type OpenDocuments = {
  readonly calls: DocumentCalls;
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** What is attached. */
  readonly attached: GetDocumentAnswerAnswer;
  readonly whenAsked: (key: string) => Promise<void>;
  readonly onFault: (fault: SaveChoiceFault) => void;
  readonly onRetry: (label: string) => void;
};

async function photos(): Promise<PhotoTools> {
  return (await import('#client/documents/photos/photo-tools.ts')).photoTools;
}

/** Opens the documents of a student, and keeps the answers to their questions as they are. `stop` ends both. */
export function openDocuments({ definition, store, ...rest }: OpenDocuments) {
  const labelOf = (key: string): string => store.question(key)?.label ?? key;
  const documents = new StudentDocuments({ ...rest, labelOf, photos });
  const stopKeeping = keepDocumentAnswers({ definition, store, documents });
  return {
    documents,
    stop: (): void => {
      stopKeeping();
      documents.close();
    },
  };
}
