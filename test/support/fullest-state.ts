import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';

/**
 * An application in which as much as possible is asked, and all of it is answered rightly: every repeated group at
 * its maximum, and of the answers that decide what else is asked the one that opens most.
 */
export function fullestState(form: FormDefinition, now = new Date()): FormState {
  const groups = allNodes(form.pages.flatMap((page) => page.layout));
  const counts = groups.flatMap((node) => (node.kind === 'addAnother' ? [[node.id, node.max]] : []));
  return completeApplication(
    form,
    { answers: {}, counts: Object.fromEntries(counts) },
    { seed: 'fullest', now, leaves: () => false, weigh: (state) => visibleQuestions(form, state).length },
  );
}
