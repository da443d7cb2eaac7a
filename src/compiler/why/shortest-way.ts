import type { LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { FormModel } from '../prove/formulas/form-model.ts';
import { solveWithFewest } from '../prove/solve/solve.ts';
import { stepsInWords, witnessOf } from '../prove/witness.ts';
import { keysInside } from './dependencies.ts';
import type { Way } from './explanation.ts';
import type { FoundSubject } from './find-subject.ts';

/** Finds the fewest answers that lead somewhere; undefined where none do, which is proven. */
export function shortestWay(
  { conditions, name, keys, chosen, page }: FoundSubject,
  partner: CompiledPartner,
  now: Date,
): Way | undefined {
  const { definition } = partner;
  const model = new FormModel(definition, now, chosen ? [chosen] : []);
  const goals = [...conditions, ...(chosen ? [chosen] : [])].map((condition) => model.formula(condition));
  const solution = solveWithFewest(goals, model.laws);
  if (!solution) return undefined;
  const { given, clicks } = stepsInWords(model.stateOf(solution), model.definition);
  const further = clicksAround({ name, keys }, partner);
  return {
    answers: given,
    clicks: [...new Set([...clicks, ...further])],
    path: witnessOf(page, solution, model).path,
  };
}

/** The instances that are added and the confirmations that are opened before something shows. */
export function clicksAround(
  { name, keys }: Pick<FoundSubject, 'name' | 'keys'>,
  partner: CompiledPartner,
): readonly string[] {
  if (keys.length === 0) return [];
  const holds = (nodes: readonly LayoutNode[]): boolean => {
    const inside = new Set(keysInside(nodes, partner));
    return keys.every((key) => inside.has(key));
  };
  return partner.definition.pages
    .flatMap(({ layout }) => allNodes(layout))
    .flatMap((node) => {
      if ('id' in node && node.id === name) return [];
      if (node.kind === 'confirm') return holds(node.children) ? [`“${node.label}” is checked`] : [];
      if (node.kind !== 'addAnother') return [];
      const index = node.instances.findIndex(({ children }) => holds(children));
      const added = index + (node.min === 0 ? 1 : 0);
      return index < 0 || added === 0
        ? []
        : [`“${node.label}” is clicked ${added === 1 ? 'once' : `${added} times`}`];
    });
}
