import type { Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Scope } from './scope.ts';

/**
 * How a question is looked up, with final keys: the file writes them as its block does. What only other partners
 * ask is left out.
 */
export function lookupOf(entry: Cursor | undefined, { names, prefix }: Scope): Pick<Question, 'lookup'> {
  const category = entry?.at('ui:category')?.text();
  const fills = entry?.at('ui:fills')?.members();
  if (category === undefined || fills === undefined) return {};
  const asked = [...fills].flatMap(([field, at]) => {
    const name = at.text();
    return name !== undefined && names.questions.has(name) ? [[field, prefix + name] as const] : [];
  });
  return { lookup: { category, fills: Object.fromEntries(asked) } };
}
