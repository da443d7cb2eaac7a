import { answerType, isSingleChoice, optionValues } from '../compile/question-shape.ts';
import type { FoundName } from '../compile/scope.ts';
import { ifThen } from '../check/ui-meta.ts';
import type { SourceSet } from '../source/source-set.ts';
import { optionLabels } from './names-in-files.ts';
import { memberIs, oneOf, type Schema } from './specialize.ts';

/** Possible answers of a form, and rules about them. */
export type AnswerRules = {
  /** Allowed comparison targets per question used in conditions. */
  readonly targets: readonly Schema[];
  /** Allowed answers per controlling question. */
  readonly dependences: readonly Schema[];
  /** Answer schemas referenced by the rules. */
  readonly definitions: Readonly<Record<string, Schema>>;
};

export function answerRules(found: ReadonlyMap<string, FoundName>, sources: SourceSet): AnswerRules {
  const byAnswer = Map.groupBy(found, ([, one]) => JSON.stringify(answerOf(one, sources)));
  const groups = [...byAnswer].map(([answer, group], index) => ({
    answer,
    names: group.map(([name]) => name),
    choices: group.flatMap(([name, one]) =>
      one.kind === 'question' && isSingleChoice(one.property) ? [name] : [],
    ),
    $ref: `#/definitions/answer-${index + 1}`,
  }));
  return {
    targets: groups.map(({ names, $ref }) => targetRule(names, { $ref })),
    dependences: groups
      .filter(({ choices }) => choices.length > 0)
      .map(({ choices, $ref }) => dependenceRule(choices, { $ref })),
    definitions: Object.fromEntries(
      groups.map(({ answer }, index): [string, Schema] => [`answer-${index + 1}`, JSON.parse(answer)]),
    ),
  };
}

function targetRule(keys: readonly string[], answer: Schema): Schema {
  const other = { type: 'object', doNotSuggest: true };
  // Editors accept any schema for a target being completed, so values are matched by exclusion.
  const isValue = { not: { properties: { target: other } } };
  return ifThen(
    memberIs('valueKey', keys),
    ifThen(
      memberIs('operator', ['in', 'notIn']),
      { properties: { target: { type: 'array', items: answer } } },
      ifThen(
        memberIs('operator', ['lt', 'lte', 'gt', 'gte']),
        { properties: { target: { type: ['string', 'number', 'object'] } } },
        ifThen(
          isValue,
          { properties: { target: answer } },
          { properties: { target: { anyOf: [answer, other] } } },
        ),
      ),
    ),
  );
}

function dependenceRule(keys: readonly string[], answer: Schema): Schema {
  return ifThen(memberIs('valueKey', keys), {
    properties: { answers: { items: answer }, options: { propertyNames: answer } },
  });
}

function answerOf(found: FoundName, sources: SourceSet): Schema {
  if (found.kind === 'confirm')
    return { const: true, errorMessage: 'A confirmation is true or not answered.' };
  if (found.kind === 'tabs') {
    const tabs = new Map(found.tabs.map((tab) => [tab, 'The id of a tab.']));
    return oneOf(tabs, 'No tab of this group has this id.');
  }
  const type = answerType(found.property);
  if (type === 'boolean') return { type, errorMessage: 'The answer is true or false, without quotes.' };
  if (type === 'integer' || type === 'number')
    return { type: 'number', errorMessage: 'The answer is a number, without quotes.' };
  const values = optionValues(found.property, sources);
  if (values === 'years')
    return {
      type: 'string',
      pattern: '^[0-9]{4}$',
      errorMessage: 'The answer is a year of four digits, in quotes.',
    };
  if (values === undefined) return { type: 'string', errorMessage: 'The answer is a text, in quotes.' };
  return oneOf(optionLabels(found.property, sources), 'No option of this question has this value.');
}
