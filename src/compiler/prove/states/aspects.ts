import { fewestInstances } from '#form/answers/instances.ts';
import { companionKey } from '#form/definition/answer.ts';
import type {
  AddAnotherNode,
  Condition,
  FormDefinition,
  FormState,
  Question,
} from '#form/definition/definition.ts';
import { allNodes, questionKeysIn, questionsOf } from '#form/definition/form-part.ts';
import { type LayoutStep, layoutSteps, ownCondition } from '#form/definition/layout-steps.ts';
import { namesWithin } from '#form/conditions/condition-parts.ts';
import type { FormModel } from '../formulas/form-model.ts';
import { variablesOf } from '../solve/formula.ts';
import type { FormSection } from './form-sections.ts';

/** A cause of visible differences in a section: a node is visible, a question required, a list open. */
export type Aspect = {
  /** Conditions of its ancestors, without which it has no effect. */
  readonly around: readonly Condition[];
  readonly own: Condition;
  /** Instance counts without which it has no effect. */
  readonly counts: FormState['counts'];
  /** Aspects with a common place are combined: same question, or side by side. */
  readonly places: readonly string[];
};

/** Instances visible with an answer. */
type Counting = Pick<Aspect, 'around' | 'counts'>;

/**
 * Lists all aspects of a section, parents first, and two instance counts: one more than initially, and the maximum.
 * Instances share a block, so later ones only add what earlier ones lack.
 */
export function aspectsOf(
  definition: FormDefinition,
  section: FormSection,
): { readonly aspects: readonly Aspect[]; readonly countings: readonly Counting[] } {
  const steps = layoutSteps(section);
  const known = new Set<string>();
  const aspects = steps.flatMap((step) => {
    const names = step.instance && instanceNames(step.instance);
    return aspectsAt(step, questionsOf(definition)).filter((aspect) => {
      if (!names) return true;
      const name = `${step.instance?.group} ${withoutNumbers([aspect.around, aspect.own], names)}`;
      const isNew = !known.has(name);
      known.add(name);
      return isNew;
    });
  });
  return { aspects, countings: steps.flatMap(countingsAt) };
}

function aspectsAt(step: LayoutStep, questions: ReadonlyMap<string, Question>): readonly Aspect[] {
  const { node, path, conditions: around } = step;
  const own = ownCondition(step);
  const counts = Object.assign({}, ...path.map(countAt));
  // Children of one row share its width.
  const rows = path.flatMap((each) =>
    each.node.kind === 'row' ? [`row ${questionKeysIn([each.node]).join(' ')}`] : [],
  );
  const places = node.kind === 'question' ? [...rows, `question ${node.key}`] : rows;
  const demands = node.kind === 'question' ? demandsOf(questions.get(node.key)) : [];
  const inside = own ? [...around, own] : around;
  return [
    ...(own ? [{ around, own, counts, places }] : []),
    ...demands.map((demand) => ({ around: inside, own: demand, counts, places })),
  ];
}

/** Returns the count that shows an instance, if not initially visible. */
function countAt({ node, branch }: LayoutStep): FormState['counts'] {
  const isAdded = branch && node.kind === 'addAnother' && branch.index >= fewestInstances(node);
  return isAdded ? { [node.id]: branch.index + 1 } : {};
}

/** Conditions of a question's requirement and of its lists. */
function demandsOf(question: Question | undefined): readonly Condition[] {
  const { valueKey = '', lists = {} } = question?.dependsOn ?? {};
  const byList = Map.groupBy(Object.keys(lists), (answer) => lists[answer]);
  const openings = [...byList.values()].map((target): Condition => ({ valueKey, operator: 'in', target }));
  return [...(question?.requiredWhen ? [question.requiredWhen] : []), ...openings];
}

function countingsAt({ node, branch, conditions, path }: LayoutStep): readonly Counting[] {
  if (branch || node.kind !== 'addAnother') return [];
  const fewest = fewestInstances(node);
  const around = node.visibleWhen ? [...conditions, node.visibleWhen] : conditions;
  return [...new Set([fewest + 1, node.max])].flatMap((count) =>
    count > fewest && count <= node.max
      ? [{ around, counts: Object.assign({}, ...path.map(countAt), { [node.id]: count }) }]
      : [],
  );
}

/** Names in an instance for conditions, in the same order in each. */
function instanceNames({ keys, children }: AddAnotherNode['instances'][number]): ReadonlyMap<string, number> {
  const ids = allNodes(children).flatMap((node) => ('id' in node ? [node.id] : []));
  const names = [...keys, ...keys.map((key) => companionKey(key)), ...ids];
  return new Map(names.map((name, index) => [name, index]));
}

function withoutNumbers(conditions: unknown, names: ReadonlyMap<string, number>): string {
  return JSON.stringify(conditions, (name, value: unknown) =>
    /^(?:valueKey|targetKey|\d+)$/.test(name) && typeof value === 'string'
      ? (names.get(value) ?? value)
      : value,
  );
}

/** Groups related aspects: same question, side by side, or decided by one answer. */
export function meetingAspects(aspects: readonly Aspect[], model: FormModel): readonly (readonly Aspect[])[] {
  const groups = new Map<string, Set<Aspect>>();
  for (const aspect of aspects) {
    const group = new Set([aspect]);
    const names = namesOf(aspect, model);
    for (const name of names) for (const other of groups.get(name) ?? []) group.add(other);
    for (const each of group) for (const name of namesOf(each, model)) groups.set(name, group);
  }
  // Section order, whatever the merge order.
  return [...new Set(groups.values())].map((each) => aspects.filter((aspect) => each.has(aspect)));
}

function namesOf({ own, counts, places }: Aspect, model: FormModel): readonly string[] {
  const named = namesWithin(own).map((name) => model.questionNamed(name)?.key ?? name);
  const deciding = [...variablesOf(model.formula(own))].map((variable) => model.nameOf(variable));
  const answers = [...named, ...deciding].map((name) => `answer ${name}`);
  // Aspects of further instances are shown separately.
  const count = JSON.stringify(counts);
  return [...new Set([...places, ...answers])].map((name) => `${count} ${name}`);
}
