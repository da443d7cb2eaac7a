import type { Condition, Constraints, Question, Rule } from '../definition/definition.ts';
import { exclusiveOptions, isYearList, listNamed, type OptionLists } from '../answers/option-lists.ts';
import type { JsonSchema } from './condition-schema.ts';
import { FORMAT_PATTERNS } from './formats.ts';
import { isRecord } from '../definition/own-property.ts';

/** Four digits: the offered years depend on the date, which a schema does not know. */
const YEAR_PATTERN = '^\\d{4}$';

/** Title and type, whether or not the question is visible. */
export function typeSchema(question: Question): JsonSchema {
  const base = {
    title: question.fullLabel,
    type: question.type,
    errorMessage: { type: keywordSentence(question, 'type') },
  };
  if (question.type !== 'array') return base;
  return { ...base, items: { type: 'string', errorMessage: { type: keywordSentence(question, 'type') } } };
}

/** The question's own constraints with their messages, while visible. */
export function constraintSchemas(form: OptionLists, question: Question): readonly JsonSchema[] {
  return [
    ...withMessages(question.constraints, (keyword) => keywordSentence(question, keyword)),
    ...(question.options === undefined ? [] : [choiceSchema(form, question, question.options)]),
    ...exclusiveSchemas(form, question),
  ];
}

/** The constraints of a rule, with its one message for every keyword. */
export function ruleSchemas(rule: Rule): readonly JsonSchema[] {
  return withMessages(rule.schema, () => rule.message);
}

/** Returns the message of a violated keyword; by default the full label. */
export function keywordSentence(question: Question, keyword: string): string {
  return question.messages[keyword] ?? question.fullLabel;
}

/** Merges several schemas for one answer; a keyword that occurs twice goes under `allOf`. */
export function combineSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.reduce<JsonSchema>((whole, next) => {
    const collides = Object.keys(next).some((keyword) => keyword in whole && !MERGED.includes(keyword));
    if (collides) return { ...whole, allOf: [whole['allOf'] ?? [], next].flat() };
    const shared = MERGED.filter((keyword) => keyword in whole && keyword in next);
    const merged = shared.map((keyword) => [keyword, mergeKeywords(keyword, whole, next)] as const);
    return { ...whole, ...next, ...Object.fromEntries(merged) };
  }, {});
}

const MERGED = ['errorMessage', 'items'];

function mergeKeywords(keyword: string, whole: JsonSchema, next: JsonSchema): JsonSchema {
  const [first, second] = [innerSchemas(whole[keyword]), innerSchemas(next[keyword])];
  return keyword === 'items' ? combineSchemas([first, second]) : { ...first, ...second };
}

function innerSchemas(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}

function withMessages(constraints: Constraints, message: (keyword: string) => string): readonly JsonSchema[] {
  const keywords = Object.keys(constraints);
  if (keywords.length === 0) return [];
  const errorMessage = Object.fromEntries(keywords.map((keyword) => [keyword, message(keyword)]));
  const stated = { ...constraints, errorMessage };
  if (constraints.format === undefined) return [stated];
  return [
    stated,
    { pattern: FORMAT_PATTERNS[constraints.format], errorMessage: { pattern: message('format') } },
  ];
}

/** Pairs each controlling answer with the choices of its list. Other answers hide the question. */
export function dependentSchemas(
  form: OptionLists,
  question: Question,
): readonly (readonly [when: Condition, schema: JsonSchema])[] {
  const { valueKey, lists = {} } = question.dependsOn ?? { valueKey: '' };
  return Object.entries(lists).map(([target, name]) => [
    { valueKey, operator: 'equals', target },
    choiceSchema(form, question, name),
  ]);
}

/** Refuses an exclusive option among several chosen ones. */
function exclusiveSchemas(form: OptionLists, question: Question): readonly JsonSchema[] {
  const values = exclusiveOptions(form, question).map(({ value }) => value);
  const errorMessage = { not: keywordSentence(question, 'exclusive') };
  return values.length === 0 ? [] : [{ not: { minItems: 2, contains: { enum: values } }, errorMessage }];
}

function choiceSchema(form: OptionLists, question: Question, name: string): JsonSchema {
  const list = listNamed(form, question, name);
  const choice = isYearList(list)
    ? { pattern: YEAR_PATTERN, errorMessage: { pattern: keywordSentence(question, 'enum') } }
    : { enum: list.map((option) => option.value), errorMessage: { enum: keywordSentence(question, 'enum') } };
  return question.type === 'array' ? { items: choice } : choice;
}
