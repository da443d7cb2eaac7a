import type { FormState } from '../definition/definition.ts';
import { allNodes, type FormPart, pagesOf, tabGroupsOf } from '../definition/form-part.ts';
import { fewestInstances } from './instances.ts';

/** The tab of each group and the count of each repeated block, those as well that nobody has chosen. */
export function allChoices(
  definition: FormPart,
  { tabs, counts }: Pick<FormState, 'tabs' | 'counts'>,
): Pick<FormState, 'tabs' | 'counts'> {
  const nodes = pagesOf(definition).flatMap((page) => allNodes(page.layout));
  const defaults = tabGroupsOf(definition).map(({ id, defaultTab }) => [id, defaultTab] as const);
  const fewest = nodes.flatMap((node) =>
    node.kind === 'addAnother' ? [[node.id, fewestInstances(node)] as const] : [],
  );
  return {
    tabs: { ...Object.fromEntries(defaults), ...tabs },
    counts: { ...Object.fromEntries(fewest), ...counts },
  };
}
