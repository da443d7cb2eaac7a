import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Facts, FormState } from '../definition/definition.ts';
import {
  type Confirmation,
  type FormPart,
  allNodes,
  confirmationsOf,
  pagesOf,
  tabGroupsOf,
} from '../definition/form-part.ts';
import { fewestInstances } from './instances.ts';

/** Builds what conditions read: answers, chosen or default tabs, open confirmations of the whole form. */
export function toFacts(part: FormPart, state: FormState): Facts {
  const answered = Object.entries(state.answers).filter(([, value]) => isAnswered(value));
  const tabs = tabGroupsOf(part).map(({ id, tabs: known, defaultTab }) => {
    const chosen = Object.hasOwn(state.tabs, id) ? state.tabs[id] : undefined;
    return [id, known.some((tab) => tab.id === chosen) ? (chosen ?? defaultTab) : defaultTab] as const;
  });
  const open = confirmationsOf(part)
    .filter((confirmation) => isOpen(confirmation, state))
    .map(({ node }) => [node.id, true] as const);
  return Object.fromEntries([...answered, ...tabs, ...open]);
}

/** True once a confirmation was opened, and while something in it is answered. */
function isOpen({ node, keys }: Confirmation, { answers, opened }: FormState): boolean {
  return (opened?.has(node.id) ?? false) || keys.some((key) => isAnswered(answerByKey(answers, key)));
}

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
