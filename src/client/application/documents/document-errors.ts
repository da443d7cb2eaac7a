import { UPLOAD_RUNNING } from '#form/documents/file-rules.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { FormStore } from '#client/form/store/form-store.ts';
import { isUnderWay } from '#client/widgets/file/document-view.ts';
import type { StudentDocuments } from './student-documents.ts';

const UNSENT = 'This file was not sent. Please try again or cancel it.';

/**
 * What is wrong on a submission, with the documents that the server cannot know of: the student would submit without
 * a file that the page shows. Of one that is only converted yet, the server says so.
 *
 * @param errors what else is wrong; a file that is under way is not missing
 */
export function withDocumentErrors(
  errors: ValidationErrors,
  documents: Pick<StudentDocuments, 'unsent' | 'view'>,
  store: FormStore,
): ValidationErrors {
  const missing = Object.keys(errors).filter((key) => isUnderWay(documents.view(key)));
  const keys = [...documents.unsent(), ...missing].filter((key) => {
    const question = store.question(key);
    return question && store.isVisible(question);
  });
  const waiting = keys.map(
    (key) => [key, [documents.view(key).phase === 'unsent' ? UNSENT : UPLOAD_RUNNING]] as const,
  );
  return { ...errors, ...Object.fromEntries(waiting) };
}
