import { useFilledForm } from './use-filled-form.ts';
import { useNewDefinition } from './use-new-definition.ts';

/** What helps who edits the questionnaire, in `npm run dev` alone: it draws nothing. */
export function Development() {
  useNewDefinition();
  useFilledForm();
  return null;
}
