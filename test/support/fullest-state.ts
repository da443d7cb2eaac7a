import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';

/**
 * An application with as many questions as possible, all answered: add-anothers at their maximum, and the controlling
 * answers that show the most.
 */
export function fullestState(form: FormDefinition, now = new Date()): FormState {
  const groups = allNodes(form.pages.flatMap((page) => page.layout));
  const counts = groups.flatMap((node) => (node.kind === 'addAnother' ? [[node.id, node.max]] : []));
  return completeApplication(
    form,
    { answers: {}, counts: Object.fromEntries(counts) },
    { seed: 'fullest', now, leaveEmpty: () => false, rank: (state) => visibleQuestions(form, state).length },
  );
}
