import { fewestInstances } from '#form/answers/instances.ts';
import { keysIn } from '#form/definition/form-part.ts';
import { layoutSteps } from '#form/definition/layout-steps.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { FormModel } from '../prove/formulas/form-model.ts';
import { solveWithFewest } from '../prove/solve/solve.ts';
import { stepsInWords, witnessOf } from '../prove/witness.ts';
import type { ShortestWay } from './explanation.ts';
import type { FoundSubject } from './find-subject.ts';

/** Finds the fewest answers that reach a subject; undefined proves that none do. */
export function shortestWay(
  { conditions, name, keys, chosen, page }: FoundSubject,
  partner: CompiledPartner,
  now: Date,
): ShortestWay | undefined {
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

/** Lists the instances to add and confirmations to open first. */
export function clicksAround(
  { name, keys }: Pick<FoundSubject, 'name' | 'keys'>,
  partner: CompiledPartner,
): readonly string[] {
  const asking = partner.definition.pages
    .flatMap((page) => layoutSteps(page))
    .filter(({ node }) =>
      keysIn(partner.definition, [node]).some((key) => node.kind === 'question' && keys.includes(key)),
    );
  const [first, ...others] = asking;
  const around = first?.path.filter((step) => others.every(({ path }) => path.includes(step))) ?? [];
  return around.flatMap(({ node, branch }) => {
    if (node.kind === 'more') return [`“${node.label}” is clicked`];
    if (!branch || ('id' in node && node.id === name)) return [];
    if (node.kind === 'confirm') return [`“${node.label}” is checked`];
    if (node.kind !== 'addAnother') return [];
    const added = branch.index + 1 - fewestInstances(node);
    return added <= 0 ? [] : [`“${node.label}” is clicked ${added === 1 ? 'once' : `${added} times`}`];
  });
}
