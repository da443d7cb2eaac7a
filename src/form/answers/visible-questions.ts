import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Facts, FormState, LayoutNode, Question } from '../definition/definition.ts';
import { allNodes, type FormPart, pagesOf } from '../definition/form-part.ts';
import { toFacts } from './facts.ts';
import { instanceCount } from './instances.ts';

/**
 * The questions a student is asked now, in the order of the form: their condition is true, their tab is
 * chosen and their instance is shown. A hidden question is not asked (specification 4, "Conditional
 * display"): it is never required and never wrong.
 *
 * @param part the whole form, or one page whose conditions name nothing outside it
 * @param facts given when they are known already, or when `part` is a page of a larger form
 * @throws ConditionError when a condition cannot be evaluated
 */
export function visibleQuestions(
  part: FormPart,
  state: FormState,
  facts: Facts = toFacts(part, state),
): readonly Question[] {
  return pagesOf(part).flatMap((page) => {
    const folded = keysOfFoldedInstances(page, state);
    return Object.values(page.questions).filter(
      (question) =>
        !folded.has(question.key) && !folded.has(question.partOf ?? '') && isShown(question, facts),
    );
  });
}

/** True when the conditions around a question hold; whether its instance is shown is not asked here. */
export function isShown(question: Pick<Question, 'visibleWhen'>, facts: Facts): boolean {
  return question.visibleWhen === undefined || evaluateCondition(question.visibleWhen, facts);
}

/**
 * True when a question must be answered: it is shown, and required always or by its own condition. Says the
 * same as the compiled JSON Schema.
 *
 * @throws ConditionError when a condition cannot be evaluated
 */
export function isRequired(question: Question, facts: Facts): boolean {
  if (!question.required && question.requiredWhen === undefined) return false;
  if (!isShown(question, facts)) return false;
  return (
    question.required ||
    (question.requiredWhen !== undefined && evaluateCondition(question.requiredWhen, facts))
  );
}

/** Keys of the questions in instances beyond the count, which the page does not show. */
function keysOfFoldedInstances(part: FormPart, state: FormState): ReadonlySet<string> {
  const folded = repeatableGroups(part).flatMap((node) => node.instances.slice(instanceCount(node, state)));
  return new Set(
    folded.flatMap((instance) => [
      ...instance.keys,
      ...instance.children.flatMap((child) => questionKeys(child)),
    ]),
  );
}

const groups = new WeakMap<FormPart, readonly Extract<LayoutNode, { kind: 'addAnother' }>[]>();

function repeatableGroups(part: FormPart): readonly Extract<LayoutNode, { kind: 'addAnother' }>[] {
  const known = groups.get(part);
  if (known) return known;
  const found = pagesOf(part)
    .flatMap((page) => allNodes(page.layout))
    .filter((node) => node.kind === 'addAnother');
  groups.set(part, found);
  return found;
}

function questionKeys(node: LayoutNode): readonly string[] {
  return allNodes([node]).flatMap((each) => (each.kind === 'question' ? [each.key] : []));
}
