import type { Condition, Dependence, LayoutNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Autofill } from './autofill.ts';
import type { CompileContext } from './context.ts';
import type { Scope } from './scope.ts';

/** A question placed by the layout, with its context. */
export type PlacedQuestion = {
  readonly key: string;
  /** Key as written in the file. */
  readonly name: string;
  readonly property: Cursor;
  readonly walk: PageWalk;
  readonly partOf?: string;
  readonly dependsOn?: Dependence;
  /** Own conditions, without those of ancestors. */
  readonly conditions: readonly Condition[];
};

/** Results of the walk over a page so far. */
export type PageParts = {
  readonly placed: PlacedQuestion[];
  /** Keys that a node clears while hidden, if it lists them. */
  readonly clears: Map<LayoutNode, readonly string[]>;
};

/** Keys and IDs of the whole form or of one card, which must be unique. */
export type TakenNames = {
  readonly keys: Map<string, PlacedQuestion>;
  readonly ids: Map<string, Cursor>;
  /** IDs that conditions can name in addition to keys: tab groups and confirmations. */
  readonly named: Map<string, Cursor>;
  /** Tab groups and add-anothers, whose state is stored by ID. */
  readonly groups: Map<string, PlacedGroup>;
};

/** A tab group or add-another placed by the layout. */
type PlacedGroup = { readonly node: Cursor; readonly scope: Scope };

/** Position of the walk through a layout. */
export type PageWalk = {
  readonly page: string;
  readonly context: CompileContext;
  readonly parts: PageParts;
  readonly taken: TakenNames;
  readonly scope: Scope;
  /** True directly inside a row, which places its own questions. */
  readonly inRow: boolean;
  /** Label prefix in messages, from the enclosing blocks. */
  readonly messagePrefix: string;
  /** Final keys, if a block use overrides the block's required questions. */
  readonly required: ReadonlySet<string> | undefined;
  /** Final key → label overridden by a block use. */
  readonly titles: ReadonlyMap<string, string>;
  /** Autofill of the outermost block use that sets it. */
  readonly autofill: Autofill | undefined;
  /** Keys of the enclosing instance, complete after the walk; absent for an instance that always exists. */
  readonly repeated: readonly string[] | undefined;
};

export function emptyTaken(): TakenNames {
  return { keys: new Map(), ids: new Map(), named: new Map(), groups: new Map() };
}
