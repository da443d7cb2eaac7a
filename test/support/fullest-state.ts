import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { comparisonsWithin } from '#form/conditions/condition-parts.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { completeApplication, type Sample } from '#compiler/prove/applicants/complete-application.ts';

/**
 * An application with as many questions as possible, all answered: add-anothers at their maximum, and the controlling
 * answers that show the most.
 */
export function fullestState(form: FormDefinition, now = new Date()): FormState {
  const groups = allNodes(form.pages.flatMap((page) => page.layout));
  const counts = groups.flatMap((node) => (node.kind === 'addAnother' ? [[node.id, node.max]] : []));
  const conditions = [...questionsOf(form).values()].flatMap((each) => comparisonsWithin(each.visibleWhen));
  const targets = Map.groupBy(conditions, ({ valueKey }) => valueKey);
  const choose = ({ question: { key, type }, state, answer, isValid }: Sample) => {
    const compared = (targets.get(key) ?? []).flatMap(({ target }) => target ?? []);
    const answers = [answer, ...(type === 'boolean' ? [true] : compared).filter(isValid), undefined];
    const shown = answers.map((each) => {
      const given = each === undefined ? {} : { [key]: each };
      return visibleQuestions(form, { ...state, answers: { ...state.answers, ...given } }).length;
    });
    return answers[shown.indexOf(Math.max(...shown))];
  };
  return completeApplication(
    form,
    { answers: {}, counts: Object.fromEntries(counts) },
    { seed: 'fullest', now, leaveEmpty: () => false, choose },
  );
}
