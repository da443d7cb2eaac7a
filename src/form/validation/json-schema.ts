import type { Condition, FormDefinition, PageDefinition, Question } from '../definition/definition.ts';
import { type JsonSchema, conditionSubjects, toConditionSchema } from './condition-schema.ts';
import {
  combineSchemas,
  constraintSchemas,
  dependentSchemas,
  ruleSchemas,
  keywordSentence,
  typeSchema,
} from './question-schema.ts';

/** Source of a schema: a form definition, or log-in cards with their option lists. */
export type SchemaSource = Pick<FormDefinition, 'title' | 'pages' | 'options'>;

/** Constraints under one condition, or unconditional: schemas per question, and a message per required question. */
type Group = {
  readonly schemas: Map<string, JsonSchema[]>;
  readonly required: Map<string, string>;
};

/**
 * Compiles a page, or the whole form, to a JSON Schema (draft-07) for the result of `toFacts`.
 *
 * Unconditional constraints are under `properties`; conditional ones under `allOf` as `if`/`then`, one entry per
 * distinct condition. `errorMessage` (ajv-errors) carries the messages. `format` is also given as `pattern`, for
 * validators that only annotate formats. Calendar bounds, which depend on the date, and relations, which compare two
 * answers, are not in the schema: `validateAnswers` checks them.
 *
 * @param source the whole form, since conditions can refer to other pages
 * @param page the page to compile; default: the whole form
 * @throws ConditionError for an unknown name or an impossible comparison
 */
export function toJsonSchema(source: SchemaSource, page?: PageDefinition): JsonSchema {
  const questions = (page ? [page] : source.pages).flatMap((each) => Object.values(each.questions));
  const { always, conditional } = groupByCondition(source, questions);
  const subjects = conditionSubjects(source);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: page ? page.title : source.title,
    type: 'object',
    ...groupSchema(always),
    ...(conditional.length > 0 && {
      allOf: conditional.map(([condition, group]) => {
        const members = [
          ['if', toConditionSchema(condition, subjects)],
          ['then', groupSchema(group)],
        ] as const;
        return Object.fromEntries(members);
      }),
    }),
  };
}

function groupByCondition(
  source: SchemaSource,
  questions: readonly Question[],
): { readonly always: Group; readonly conditional: readonly (readonly [Condition, Group])[] } {
  const always = emptyGroup();
  const byCondition = new Map<string, readonly [Condition, Group]>();
  const groupOf = (condition: Condition | undefined): Group => {
    if (condition === undefined) return always;
    const name = JSON.stringify(condition);
    const entry = byCondition.get(name) ?? ([condition, emptyGroup()] as const);
    byCondition.set(name, entry);
    return entry[1];
  };
  for (const question of questions) {
    add(always, question, [typeSchema(question)]);
    add(groupOf(question.visibleWhen), question, constraintSchemas(source, question));
    for (const [when, schema] of dependentSchemas(source, question)) {
      add(groupOf(both(question.visibleWhen, when)), question, [schema]);
    }
    for (const rule of question.rules) {
      add(groupOf(both(question.visibleWhen, rule.when)), question, ruleSchemas(rule));
    }
    if (question.required || question.requiredWhen) {
      const when = question.required
        ? question.visibleWhen
        : both(question.visibleWhen, question.requiredWhen);
      groupOf(when).required.set(question.key, keywordSentence(question, 'required'));
    }
  }
  const isFilled = ({ schemas, required }: Group) => schemas.size > 0 || required.size > 0;
  return { always, conditional: [...byCondition.values()].filter(([, group]) => isFilled(group)) };
}

function emptyGroup(): Group {
  return { schemas: new Map(), required: new Map() };
}

function add(group: Group, question: Question, schemas: readonly JsonSchema[]): void {
  if (schemas.length > 0)
    group.schemas.set(question.key, [...(group.schemas.get(question.key) ?? []), ...schemas]);
}

function both(first: Condition | undefined, second: Condition | undefined): Condition | undefined {
  return first && second ? { all: [first, second] } : (first ?? second);
}

function groupSchema({ schemas, required }: Group): JsonSchema {
  return {
    ...(schemas.size > 0 && {
      properties: Object.fromEntries([...schemas].map(([key, each]) => [key, combineSchemas(each)])),
    }),
    ...(required.size > 0 && {
      required: [...required.keys()],
      errorMessage: { required: Object.fromEntries(required) },
    }),
  };
}
