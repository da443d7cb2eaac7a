import type { FormDefinition } from '#form/definition/definition.ts';
import type { Moves } from '#form/definition/moves.ts';

const NO_MOVES: Moves = {
  keys: {},
  values: {},
  groups: {},
  tabs: {},
  retired: {},
  retiredValues: {},
  retiredGroups: {},
  retiredTabs: {},
};

/** How the answers of former forms move along to a form. */
export function movesOf({ moves }: FormDefinition): Moves {
  return moves ?? NO_MOVES;
}
