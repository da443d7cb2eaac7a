import type { AnswerComparison, Operator } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Report } from '../source/fault.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import type { FoundName } from './scope.ts';

/** Context of every rule and compile step. */
export type Context = {
  readonly sources: SourceSet;
  readonly widgets: WidgetRegistry;
  readonly report: Report;
};

/** A comparison or `dependsOn` (without an operator), with the resolved name. */
export type NameUse = { readonly at: Cursor; readonly operator?: Operator; readonly found: FoundName };

/** A comparison of two answers: word, questions and properties. */
export type RelationUse = {
  /** Where the other answer or `today` is written. */
  readonly at: Cursor;
  readonly word: string;
  readonly comparison: AnswerComparison;
  readonly own: readonly Cursor[];
  readonly target: readonly Cursor[];
};

/** Compile context, which records resolved names for the check. */
export type CompileContext = Context & {
  readonly uses: NameUse[];
  readonly relations: RelationUse[];
  readonly origins: Origins;
};

/** Source positions of compiled objects, by identity: conditions, rules, relations, notices, nodes, cases, tabs. */
export type Origins = Map<object, Cursor>;
