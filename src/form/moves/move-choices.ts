import type { FormState } from '../definition/definition.ts';
import type { Moves } from '../definition/moves.ts';
import { ownMember } from '../definition/own-property.ts';
import type { Move } from './stored-form.ts';

type Choices = Pick<FormState, 'tabs' | 'counts'>;
type MovedChoices = Choices & { readonly moves: readonly Move[] };

/** Migrates chosen tabs and counts. What is under a former id was written later, so it wins. */
export function moveChoices(moves: Moves, { tabs, counts }: Choices): MovedChoices {
  const chosen = moveIds(moves, tabs, 'tabs');
  const counted = moveIds(moves, counts, 'count');
  const tabbed = moveTabs(moves, chosen.values);
  return {
    tabs: tabbed.tabs,
    counts: counted.values,
    moves: [...chosen.moves, ...counted.moves, ...tabbed.moves],
  };
}

function moveIds<Value>(
  { groups, retiredGroups }: Moves,
  stored: Readonly<Record<string, Value>>,
  kind: 'tabs' | 'count',
): { readonly values: Readonly<Record<string, Value>>; readonly moves: readonly Move[] } {
  const values = new Map(Object.entries(stored));
  const moves: Move[] = [];
  for (const [from, value] of Object.entries(stored)) {
    const to = ownMember(groups, from);
    const isDeleted = ownMember(retiredGroups, from) === 'deleted';
    if (to === undefined && !isDeleted) continue;
    values.delete(from);
    if (to === undefined) {
      moves.push({ kind: 'choiceDeleted', group: from });
    } else {
      values.set(to, value);
      moves.push({ kind, from, to });
    }
  }
  return { values: Object.fromEntries(values), moves };
}

/** A tab that was renamed is chosen under its name of today; one that was retired so is chosen no more. */
function moveTabs(
  { tabs: renamed, retiredTabs }: Moves,
  stored: FormState['tabs'],
): { readonly tabs: FormState['tabs']; readonly moves: readonly Move[] } {
  const tabs = new Map(Object.entries(stored));
  const moves: Move[] = [];
  for (const [group, from] of Object.entries(stored)) {
    const to = ownMember(ownMember(renamed, group), from);
    if (to !== undefined) {
      tabs.set(group, to);
      moves.push({ kind: 'tab', group, from, to });
    } else if (ownMember(ownMember(retiredTabs, group), from) === 'deleted') {
      tabs.delete(group);
      moves.push({ kind: 'tabDeleted', group, tab: from });
    }
  }
  return { tabs: Object.fromEntries(tabs), moves };
}
