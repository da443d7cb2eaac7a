import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { AddAnotherNode, Facts, FormState, PageDefinition, Question } from '../definition/definition.ts';
import { allNodes, type FormPart, keysIn, pagesOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { toFacts } from './facts.ts';
import { instanceCount } from './instances.ts';

/** Lists the visible questions in form order (docs/behavior.md 4.7). A page needs `facts`. */
export function visibleQuestions(
  part: FormPart,
  state: FormState,
  facts: Facts = toFacts(part, state),
): readonly Question[] {
  return pagesOf(part).flatMap((page) => {
    const notShown = new Set(
      repeatedKeysOf(page).flatMap(({ node, keys }) => keys.slice(instanceCount(node, state)).flat()),
    );
    return Object.values(page.questions).filter(
      (question) => !notShown.has(question.key) && isShown(question, facts),
    );
  });
}

/** Whether the conditions around a question hold; ignores instance counts. */
export function isShown(question: Pick<Question, 'visibleWhen'>, facts: Facts): boolean {
  return question.visibleWhen === undefined || evaluateCondition(question.visibleWhen, facts);
}

/** Whether a visible question is required. Equivalent to the compiled JSON Schema. */
export function isRequired(question: Question, facts: Facts): boolean {
  const { required, requiredWhen } = question;
  const isWanted = required || (requiredWhen !== undefined && evaluateCondition(requiredWhen, facts));
  return isWanted && isShown(question, facts);
}

type RepeatedKeys = { readonly node: AddAnotherNode; readonly keys: readonly (readonly string[])[] };

/** Keys of each instance of each add-another, including parts. */
const repeatedKeysOf = memoizeByObject((page: PageDefinition): readonly RepeatedKeys[] =>
  allNodes(page.layout)
    .filter((node) => node.kind === 'addAnother')
    .map((node) => ({
      node,
      keys: node.instances.map(({ keys, children }) => [...keys, ...keysIn(page, children)]),
    })),
);
