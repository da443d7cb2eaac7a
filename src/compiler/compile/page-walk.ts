import type { Condition, Dependence, LayoutNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Autofill } from './autofill.ts';
import type { CompileContext } from './context.ts';
import type { Scope } from './scope.ts';

/** A question that the layout has placed, with all that its surroundings say of it. */
export type PlacedQuestion = {
  readonly key: string;
  /** Its key as the file writes it. */
  readonly name: string;
  readonly property: Cursor;
  readonly walk: PageWalk;
  readonly partOf?: string;
  readonly dependsOn?: Dependence;
  /** The conditions of its own, without those of the nodes around it. */
  readonly conditions: readonly Condition[];
};

/** What has been found on a page so far. */
export type PageParts = {
  readonly placed: PlacedQuestion[];
  /** The keys that a node clears while it is hidden, where it lists them. */
  readonly clears: Map<LayoutNode, readonly string[]>;
};

/** Keys and ids of the whole form (or of one card): they may not occur twice. */
export type TakenNames = {
  readonly keys: Map<string, PlacedQuestion>;
  readonly ids: Map<string, Cursor>;
  /** Ids that conditions may name in addition to keys: of tab groups and confirmations. */
  readonly named: Map<string, Cursor>;
  /** What is stored under an id: tab groups and add-anothers. */
  readonly groups: Map<string, PlacedGroup>;
};

/** A tab group or an add-another where the layout has placed it. */
type PlacedGroup = { readonly node: Cursor; readonly scope: Scope };

/** Where the walk through a layout is. */
export type PageWalk = {
  readonly page: string;
  readonly context: CompileContext;
  readonly parts: PageParts;
  readonly taken: TakenNames;
  readonly scope: Scope;
  /** True directly in a row, which places the questions itself. */
  readonly inRow: boolean;
  /** What the enclosing blocks put before a label in messages. */
  readonly messagePrefix: string;
  /** Final keys, when a use of a block replaces what the block requires. */
  readonly required: ReadonlySet<string> | undefined;
  /** Final key → label, where a use of a block gives another one. */
  readonly titles: ReadonlyMap<string, string>;
  /** What the outermost use of a block that says anything says of autofill. */
  readonly autofill: Autofill | undefined;
  /** The keys of the enclosing instance, complete once the walk has left it; absent where one is always there. */
  readonly repeated: readonly string[] | undefined;
};

export function emptyTaken(): TakenNames {
  return { keys: new Map(), ids: new Map(), named: new Map(), groups: new Map() };
}
