import type { Cursor } from '../source/cursor.ts';
import type { Finding, Report } from '../source/fault.ts';
import { allNames, formerKeyCure, type Names } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';

/** Where names are looked up: a page, or a block under a prefix inside another scope. */
export type Scope = {
  readonly pair: FilePair;
  readonly names: Names;
  /** All prefixes, from the page inward. */
  readonly prefix: string;
  readonly outer: Scope | undefined;
  /** Node that uses the block. */
  readonly use?: Cursor;
};

export type FoundName =
  | { readonly kind: 'question'; readonly key: string; readonly property: Cursor }
  | { readonly kind: 'tabs'; readonly key: string; readonly tabs: readonly string[] }
  | { readonly kind: 'confirm'; readonly key: string };

/** Returns a scope and its enclosing scopes, innermost first. */
export function scopesOf(scope: Scope): readonly Scope[] {
  return scope.outer ? [scope, ...scopesOf(scope.outer)] : [scope];
}

/** Resolves a name to its final key: the block's own first, then enclosing scopes. */
function findName(scope: Scope, name: string): FoundName | undefined {
  const property = scope.names.questions.get(name);
  const key = scope.prefix + name;
  if (property) return { kind: 'question', key, property };
  const tabs = scope.names.tabGroups.get(name);
  if (tabs) return { kind: 'tabs', key, tabs };
  if (scope.names.confirmations.has(name)) return { kind: 'confirm', key };
  return scope.outer && findName(scope.outer, name);
}

/** How a name is used, for the fault report; with `elsewhere`, names of other partners are faults too. */
type NameFault = Omit<Finding, 'cure'> & { readonly otherwise: string; readonly elsewhere?: string };

/** Resolves a name; reports unknown ones. */
export function resolveName(
  at: Cursor,
  scope: Scope,
  report: Report,
  { otherwise, elsewhere, ...finding }: NameFault,
): FoundName | undefined {
  const name = at.text() ?? '';
  const found = findName(scope, name);
  if (found) return found;
  const all = scopesOf(scope).map(({ names }) => names);
  if (!all.some(({ elsewhere: others }) => others.has(name))) {
    const [former] = all.flatMap(({ questions }) => formerKeyCure(name, questions) ?? []);
    report(at, { ...finding, cure: former ?? nearestCure(name, all.flatMap(allNames), otherwise) });
  } else if (elsewhere !== undefined) {
    report(at, {
      code: 'asked-elsewhere',
      found: `${elsewhere} "${name}", which only other partners ask`,
      expected: 'a question that is asked by the same partners',
      cure: `Give the node here the same "partners" as "${name}", or let this partner ask "${name}" too.`,
    });
  }
  return undefined;
}

type NamedCondition = { readonly condition: Cursor; readonly scope: Scope };

/** Returns a named condition with the scope that defines it; reports unknown ones. */
export function resolveNamedCondition(at: Cursor, scope: Scope, report: Report): NamedCondition | undefined {
  const name = at.text() ?? '';
  const all = scopesOf(scope).map((one) => ({ scope: one, conditions: one.pair.ui.at('ui:conditions') }));
  const [found] = all.flatMap(({ scope: one, conditions }) => {
    const condition = conditions?.at(name);
    return condition ? [{ condition, scope: one }] : [];
  });
  if (found) return found;
  const names = new Set(all.flatMap(({ conditions }) => [...(conditions?.members().keys() ?? [])]));
  report(at, {
    code: 'unknown-condition',
    found: `the condition "${name}"`,
    expected: `a name from "ui:conditions": ${quoteNames(names)}`,
    cure: nearestCure(name, names, 'Add the condition to "ui:conditions" of this file.'),
  });
  return undefined;
}
