import { fewestInstances } from '#form/answers/instances.ts';
import { companionKey } from '#form/definition/answer.ts';
import type {
  AddAnotherNode,
  Condition,
  FormDefinition,
  FormState,
  LayoutNode,
  Question,
} from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { branchesOf } from '#form/definition/walk-layout.ts';
import { namesWithin } from '#form/conditions/condition-parts.ts';
import type { FormModel } from '../formulas/form-model.ts';
import { variablesOf } from '../solve/formula.ts';
import type { FormSection } from './form-sections.ts';

/** Something on which it depends how a section looks: that a node shows, a question is required, a list is open. */
export type Aspect = {
  /** Must hold for it to make a difference: the conditions of what is around it. */
  readonly around: readonly Condition[];
  readonly own: Condition;
  /** The instances that must show for it to make a difference. */
  readonly counts: FormState['counts'];
  /** Aspects with a place in common are looked at together: they are of one question, or side by side. */
  readonly places: readonly string[];
};

/** Instances that show with what is answered. */
type Counting = Pick<Aspect, 'around' | 'counts'>;

type Inside = Pick<Aspect, 'around' | 'counts' | 'places'>;
type Found = { readonly aspects: readonly Aspect[]; readonly countings: readonly Counting[] };

/**
 * All aspects of a section, each before those inside it, and the numbers of instances: one more than at first, and the
 * most. Instances of a group come from one block: of the later ones only what the earlier ones have not.
 */
export function aspectsOf(definition: FormDefinition, { nodes }: FormSection): Found {
  return foundIn(nodes, { around: [], counts: {}, places: [] }, questionsOf(definition));
}

type Questions = ReadonlyMap<string, Question>;

function foundIn(nodes: readonly LayoutNode[], inside: Inside, questions: Questions): Found {
  return joined(nodes.map((node) => foundAt(node, inside, questions)));
}

function joined(found: readonly Found[]): Found {
  return {
    aspects: found.flatMap(({ aspects }) => aspects),
    countings: found.flatMap(({ countings }) => countings),
  };
}

function foundAt(node: LayoutNode, inside: Inside, questions: Questions): Found {
  const places = node.kind === 'question' ? [...inside.places, `question ${node.key}`] : inside.places;
  const own = aspectOf({ ...inside, places }, node.visibleWhen);
  const shown = within(inside, node.visibleWhen);
  switch (node.kind) {
    case 'text':
      return own;
    case 'question':
      return joined([own, ...questionAspects(questions.get(node.key), { ...shown, places })]);
    case 'row':
      return joined([
        own,
        foundIn(node.children, { ...shown, places: [...shown.places, placeOfRow(node)] }, questions),
      ]);
    case 'addAnother':
      return joined([own, instancesFound(node, shown, questions)]);
    default:
      return joined([
        own,
        ...branchesOf(node).flatMap(({ condition, children }) => [
          aspectOf(shown, condition),
          foundIn(children, within(shown, condition), questions),
        ]),
      ]);
  }
}

function aspectOf(inside: Inside, own: Condition | undefined): Found {
  return { aspects: own ? [{ ...inside, own }] : [], countings: [] };
}

function within<Place extends Inside>(inside: Place, condition: Condition | undefined): Place {
  return condition ? { ...inside, around: [...inside.around, condition] } : inside;
}

/** Children of one row share its width. */
function placeOfRow(row: LayoutNode): string {
  return `row ${allNodes([row])
    .flatMap((node) => (node.kind === 'question' ? [node.key] : []))
    .join(' ')}`;
}

/** When a question must be answered, and which of its lists is open. */
function questionAspects(question: Question | undefined, inside: Inside): readonly Found[] {
  const { valueKey = '', lists = {} } = question?.dependsOn ?? {};
  const byList = Map.groupBy(Object.keys(lists), (answer) => lists[answer]);
  const openings = [...byList.values()].map((target): Condition => ({ valueKey, operator: 'in', target }));
  return [question?.requiredWhen, ...openings].map((own) => aspectOf(inside, own));
}

function instancesFound(node: AddAnotherNode, shown: Inside, questions: Questions): Found {
  const fewest = fewestInstances(node);
  const known = new Set<string>();
  const aspects = node.instances.flatMap((instance, index) => {
    const counts = index < fewest ? shown.counts : { ...shown.counts, [node.id]: index + 1 };
    const names = instanceNames(instance);
    return foundIn(instance.children, { ...shown, counts }, questions).aspects.filter((aspect) => {
      const name = withoutNumbers([aspect.around, aspect.own], names);
      if (known.has(name)) return false;
      known.add(name);
      return true;
    });
  });
  const countings = [...new Set([fewest + 1, node.max])].flatMap((count) =>
    count > fewest && count <= node.max
      ? [{ around: shown.around, counts: { ...shown.counts, [node.id]: count } }]
      : [],
  );
  return { aspects, countings };
}

/** What conditions may name of an instance, in the same order in each. */
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

/** Groups aspects that depend on each other: of one question, side by side, or decided by one answer. */
export function meetingAspects(aspects: readonly Aspect[], model: FormModel): readonly (readonly Aspect[])[] {
  const groups = new Map<string, Set<Aspect>>();
  for (const aspect of aspects) {
    const group = new Set([aspect]);
    const names = namesOf(aspect, model);
    for (const name of names) for (const other of groups.get(name) ?? []) group.add(other);
    for (const each of group) for (const name of namesOf(each, model)) groups.set(name, group);
  }
  // In the order of the section, whichever was joined first.
  return [...new Set(groups.values())].map((each) => aspects.filter((aspect) => each.has(aspect)));
}

function namesOf({ own, counts, places }: Aspect, model: FormModel): readonly string[] {
  const named = namesWithin(own).map((name) => model.questionNamed(name)?.key ?? name);
  const deciding = [...variablesOf(model.formula(own))].map((variable) => model.nameOf(variable));
  const answers = [...named, ...deciding].map((name) => `answer ${name}`);
  // What shows only with further instances is looked at for itself.
  const count = JSON.stringify(counts);
  return [...new Set([...places, ...answers])].map((name) => `${count} ${name}`);
}
