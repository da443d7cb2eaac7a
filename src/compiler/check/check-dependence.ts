import type { Context } from '../compile/context.ts';
import { answerType, isSingleChoice, listNames, optionValues, valueCure } from '../compile/question-shape.ts';
import type { FoundName } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';

/** Checks `dependsOn` against the question's own options: no duplicates, no contradictions. */
export function checkDependence(property: Cursor, context: Context): void {
  const dependsOn = property.at('dependsOn');
  if (!dependsOn) return;
  const lists = dependsOn.at('options');
  for (const list of lists?.members().values() ?? []) checkListName(list, context);
  checkOneSource(property, dependsOn, context);
  const type = answerType(property);
  if (type === 'string') return;
  context.report(dependsOn, {
    code: 'options-do-not-fit',
    found: `"dependsOn" for an answer of type "${type}"`,
    expected: 'the type "string", because such a question has one answer',
    cure: 'Change "type", or use "showWhen" in the layout instead.',
  });
}

/** Reports options given both by the question and by `dependsOn`. */
function checkOneSource(property: Cursor, dependsOn: Cursor, { report }: Context): void {
  const own = property.at('options');
  const category = dependsOn.at('category')?.text();
  if (category === 'displayAndOptions' && own) {
    report(own, {
      code: 'options-do-not-fit',
      found: '"options" in a question whose "dependsOn" names lists too',
      expected: 'only the lists in "dependsOn", because its category is "displayAndOptions"',
      cure: 'Remove "options", or use the category "displayOnly" with "answers".',
    });
  }
  if (category === 'displayOnly' && !own) {
    report(dependsOn, {
      code: 'options-do-not-fit',
      found: '"dependsOn" of the category "displayOnly" in a question without a list',
      expected: '"options" in the same question',
      cure: 'Name a list in "options", or use the category "displayAndOptions" with a list for each answer.',
    });
  }
}

/** Reports an option list that does not exist. */
export function checkListName(at: Cursor, { sources, report }: Context): void {
  const name = at.text();
  const lists = sources.namesIn('options');
  if (name === undefined || lists.includes(name)) return;
  report(at, {
    code: 'unknown-options',
    found: `the option list "${name}"`,
    expected: `a file in schemas/options: ${quoteNames(lists)}`,
    cure: nearestCure(name, lists, `Add options/${name}.json.`),
  });
}

/** Checks that the controlling question is a single choice that offers every listed answer. */
export function checkControlling(dependsOn: Cursor, found: FoundName, { sources, report }: Context): void {
  const name = dependsOn.at('valueKey');
  if (found.kind !== 'question' || !isSingleChoice(found.property)) {
    report(name ?? dependsOn, {
      code: 'controlled-by-no-choice',
      found: `"${name?.text()}" as the question that controls this one, but it is not a choice of one option`,
      expected: 'a question of the type "string" with "options"',
      cure: 'Name such a question, or use "showWhen" in the layout instead.',
    });
    return;
  }
  const { property } = found;
  const values = optionValues(property, sources);
  if (values === undefined) return;
  const answers = [
    ...dependsOn.list('answers').map((item) => [item.text() ?? '', item] as const),
    ...(dependsOn.at('options')?.members() ?? []),
  ];
  for (const [answer, at] of answers) {
    if (values === 'years' ? /^\d{4}$/.test(answer) : values.includes(answer)) continue;
    const files = listNames(property).map((list) => `options/${list}.json`);
    report(at, {
      code: 'unreachable-target',
      found: `"${answer}" as an answer to "${name?.text()}", which controls this question`,
      expected:
        values === 'years'
          ? 'a year of four digits'
          : `one of the values in ${files.join(', ')}: ${quoteNames(values)}`,
      cure: valueCure(answer, property, sources),
    });
  }
}
