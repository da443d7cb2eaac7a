import type { Cursor } from '../source/cursor.ts';
import { allOf, type Names } from '../source/names.ts';
import type { FilePair } from '../source/source-set.ts';

/** Where a name is looked up: a page, or a block under a prefix inside another scope. */
export type Scope = {
  readonly pair: FilePair;
  readonly names: Names;
  /** All prefixes from the page down. */
  readonly prefix: string;
  readonly outer: Scope | undefined;
  /** The node that brings the block. */
  readonly use?: Cursor;
};

export type FoundName =
  | { readonly kind: 'question'; readonly key: string; readonly property: Cursor }
  | { readonly kind: 'tabs'; readonly key: string; readonly tabs: readonly string[] }
  | { readonly kind: 'confirm'; readonly key: string };

/** A name as a file writes it → the final key: the block's own first, then those of what holds the block. */
export function findName(scope: Scope, name: string): FoundName | undefined {
  const property = scope.names.questions.get(name);
  const key = scope.prefix + name;
  if (property) return { kind: 'question', key, property };
  const tabs = scope.names.tabGroups.get(name);
  if (tabs) return { kind: 'tabs', key, tabs };
  if (scope.names.confirmations.has(name)) return { kind: 'confirm', key };
  return scope.outer && findName(scope.outer, name);
}

/** True for a name that only the forms of other partners have. */
export function isElsewhere(scope: Scope, name: string): boolean {
  return scope.names.elsewhere.has(name) || (scope.outer !== undefined && isElsewhere(scope.outer, name));
}

/** All names that may be written in a scope. */
export function namesInScope(scope: Scope): readonly string[] {
  const own = allOf(scope.names);
  return scope.outer ? [...own, ...namesInScope(scope.outer)] : own;
}

/** A named condition with the scope of the file that defines it. */
export function findCondition(scope: Scope, name: string): { condition: Cursor; scope: Scope } | undefined {
  const condition = scope.pair.ui.at('ui:conditions')?.at(name);
  if (condition) return { condition, scope };
  return scope.outer && findCondition(scope.outer, name);
}

export function conditionNames(scope: Scope): readonly string[] {
  const own = [...(scope.pair.ui.at('ui:conditions')?.members().keys() ?? [])];
  return scope.outer ? [...new Set([...own, ...conditionNames(scope.outer)])] : own;
}
