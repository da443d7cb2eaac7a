import type { AnswerComparison, Operator } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Report } from '../source/fault.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import type { FoundName } from './scope.ts';

/** What every rule and every step of the compiler is handed. */
export type Context = {
  readonly sources: SourceSet;
  readonly widgets: WidgetRegistry;
  readonly report: Report;
};

/** A comparison of a condition, or a `dependsOn` (without an operator), with what the name in it leads to. */
export type NameUse = { readonly at: Cursor; readonly operator?: Operator; readonly found: FoundName };

/** Two answers that are compared: the word for it, the two questions, and the properties of what is compared of each. */
export type RelationUse = {
  /** The other answer as it is named, or the `today` in its place. */
  readonly at: Cursor;
  readonly word: string;
  readonly comparison: AnswerComparison;
  readonly own: readonly Cursor[];
  readonly target: readonly Cursor[];
};

/** What the compiler is handed, and where it notes the names it resolved, for the check. */
export type CompileContext = Context & {
  readonly uses: NameUse[];
  readonly relations: RelationUse[];
  readonly origins: Origins;
};

/** Where the files write what was compiled: a condition, a rule, a relation, a notice, a layout node, a case or a tab, each by its identity. */
export type Origins = Map<object, Cursor>;
