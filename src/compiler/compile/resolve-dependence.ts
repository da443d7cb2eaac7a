import type { Condition, Dependence } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { listed, meantCure } from '../source/nearest.ts';
import { askedElsewhere } from './asked-elsewhere.ts';
import type { Context } from './context.ts';
import { answerType, isChoice, listNames, mayBeText, optionValues, valueCure } from './question-shape.ts';
import { findName, isElsewhere, namesInScope, type Scope } from './scope.ts';

/** What `dependsOn` becomes: the condition under which the question is asked, and what it takes from the answer. */
export type ResolvedDependence = { readonly condition: Condition; readonly dependsOn: Dependence };

/**
 * The `dependsOn` of a property with final keys; nothing for a property without it. Tells of a controlling
 * question that is none, and of answers it cannot have.
 */
export function resolveDependence(
  property: Cursor,
  scope: Scope,
  context: Context,
): ResolvedDependence | undefined {
  const written = property.at('dependsOn');
  const valueKey = written && controllingKey(written, scope, context);
  if (!written || valueKey === undefined) return undefined;
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

/** The final key of the question that controls another; undefined, and told, when there is no such choice. */
function controllingKey(written: Cursor, scope: Scope, context: Context): string | undefined {
  const at = written.at('valueKey');
  const name = at?.text();
  if (!at || name === undefined) return undefined;
  const found = findName(scope, name);
  if (!found && isElsewhere(scope, name)) {
    context.report(at, askedElsewhere(name, 'the controlling question'));
    return undefined;
  }
  if (!found) {
    context.report(at, {
      code: 'unknown-key',
      found: `"${name}" as the question that controls this one`,
      expected: 'the key of a question of the form',
      cure: meantCure(
        name,
        namesInScope(scope),
        'Look the key up in the files of its page; a key from a block begins with its prefix.',
      ),
    });
    return undefined;
  }
  if (found.kind !== 'question' || !isChoice(found.property) || answerType(found.property) !== 'string') {
    context.report(at, {
      code: 'controlled-by-no-choice',
      found: `"${name}" as the question that controls this one, but it is not a choice of one option`,
      expected: 'a question of the type "string" with "options"',
      cure: 'Name such a question, or use "hideWhen" in the layout instead.',
    });
    return undefined;
  }
  checkAnswers(written, { name, property: found.property }, context);
  return found.key;
}

type Controlling = { readonly name: string; readonly property: Cursor };

/** Every answer that opens something is one that the controlling question can have. */
function checkAnswers(written: Cursor, { name, property }: Controlling, context: Context): void {
  const values = optionValues(property, context.sources);
  if (values === undefined) return;
  const answers = [
    ...(written.at('answers')?.items() ?? []).map((item) => [item.text() ?? '', item] as const),
    ...(written.at('options')?.members() ?? []),
  ];
  for (const [answer, at] of answers) {
    if (values === 'years' ? /^\d{4}$/.test(answer) : values.includes(answer)) continue;
    const files = listNames(property).map((list) => `options/${list}.json`);
    context.report(at, {
      code: 'unreachable-target',
      found: `"${answer}" as an answer to "${name}", which controls this question`,
      expected:
        values === 'years'
          ? 'a year of four digits'
          : `one of the values in ${files.join(', ')}: ${listed(values)}`,
      cure: valueCure(answer, property, context.sources),
    });
  }
}
