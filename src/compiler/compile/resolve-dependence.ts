import type { Condition, Dependence } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { CompileContext } from './context.ts';
import { isChoiceOfOne, mayBeText } from './question-shape.ts';
import { type Scope, resolveName } from './scope.ts';

/** What `dependsOn` becomes: the condition under which the question is asked, and what it takes from the answer. */
export type ResolvedDependence = { readonly condition: Condition; readonly dependsOn: Dependence };

/** The `dependsOn` of a property with final keys; nothing for a property without it, or where it cannot be resolved. */
export function resolveDependence(
  property: Cursor,
  scope: Scope,
  context: CompileContext,
): ResolvedDependence | undefined {
  const written = property.at('dependsOn');
  const valueKey = written && controllingKey(written, scope, context);
  if (!written || valueKey === undefined) return undefined;
  const resolved = resolvedAs(property, written, valueKey);
  context.origins.set(resolved.condition, written);
  return resolved;
}

function resolvedAs(property: Cursor, written: Cursor, valueKey: string): ResolvedDependence {
  const members = written.at('options')?.members();
  if (!members) {
    const target = written.at('answers')?.texts() ?? [];
    return { condition: { valueKey, operator: 'in', target }, dependsOn: { valueKey } };
  }
  const lists = Object.fromEntries([...members].map(([answer, list]) => [answer, list.text() ?? '']));
  if (mayBeText(property)) {
    return {
      condition: { valueKey, operator: 'answered' },
      dependsOn: { valueKey, lists, otherwise: 'text' },
    };
  }
  return {
    condition: { valueKey, operator: 'in', target: [...members.keys()] },
    dependsOn: { valueKey, lists },
  };
}

/** The final key of the question that controls another; none when there is no such choice. */
function controllingKey(written: Cursor, scope: Scope, context: CompileContext): string | undefined {
  const name = written.at('valueKey');
  if (name?.text() === undefined) return undefined;
  const found = resolveName(name, scope, context.report, {
    code: 'unknown-key',
    found: `"${name.text()}" as the question that controls this one`,
    expected: 'the key of a question of the form',
    otherwise: 'Look the key up in the files of its page; a key from a block begins with its prefix.',
    elsewhere: 'the controlling question',
  });
  if (!found) return undefined;
  context.uses.push({ at: written, found });
  return found.kind === 'question' && isChoiceOfOne(found.property) ? found.key : undefined;
}
