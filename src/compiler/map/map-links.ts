import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { conjunctionOf } from '#compiler/compile/negate.ts';
import { comparisonsIn, conjunctsOf } from '#compiler/formulas/form-conditions.ts';
import { type Branch, type Dependency, dependenciesOf } from '#compiler/why/dependencies.ts';
import { isStarted } from '#compiler/words/condition-words.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { instancesShown } from './instances-shown.ts';

/** One dependency between two boxes. */
export type MapLink = {
  readonly dependency: Dependency;
  /** What it follows from: a key, or the id of a tab group or confirmation. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
};

/** Every dependency as links between boxes, each once. */
export function linksOf(partner: CompiledPartner): readonly MapLink[] {
  const instances = instancesShown(partner.definition);
  return dependenciesOf(partner)
    .filter(
      ({ kind, keys }) =>
        kind !== 'fills in' && !(keys.length > 0 && keys.every((key) => instances.isLater(key))),
    )
    .flatMap((written) => {
      const dependency = withoutStarted(written, partner);
      const names = [...new Set(dependency.from.map((name) => instances.first(name)))];
      return names.flatMap((name) =>
        targetIds(dependency, partner).map((to) => ({ dependency, name, from: nameId(name, partner), to })),
      );
    });
}

/** Without what is demanded of every question that is repeated: that its instance is started. */
function withoutStarted(dependency: Dependency, { definition }: CompiledPartner): Dependency {
  if (dependency.kind !== 'requires' || !dependency.when) return dependency;
  const parts = conjunctsOf(dependency.when);
  const own = parts.filter((part) => !isStarted(part, definition));
  if (own.length === parts.length) return dependency;
  const when = conjunctionOf(own);
  const from = [...new Set(comparisonsIn(when).map(({ valueKey }) => valueKey))];
  return { ...dependency, from, ...(when ? { when } : {}) };
}

/** The id of the box of a question, a tab group or a confirmation. */
export function nameId(name: string, { definition }: CompiledPartner): string {
  const questions = questionsOf(definition);
  const key = questions.has(name) ? name : name.replace(/_desc$/, '');
  return `name:${questions.has(key) ? key : name}`;
}

/** The ids of the boxes that a dependency is about: of what shows together one, otherwise one for each question. */
function targetIds(dependency: Dependency, partner: CompiledPartner): readonly string[] {
  const { branch, keys } = dependency;
  if (!branch || isQuestion(branch))
    return (branch ? keys.slice(0, 1) : keys).map((key) => nameId(key, partner));
  return [`branch:${dependenciesOf(partner).indexOf(dependency)}`];
}

/** True for the node of one question. */
export function isQuestion(branch: Branch): boolean {
  return 'kind' in branch && branch.kind === 'question';
}
