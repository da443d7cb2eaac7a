import { exclusiveOptions } from '#form/answers/option-lists.ts';
import { isAnswered, answerByKey } from '#form/definition/answer.ts';
import { isRequired, isShown } from '#form/answers/visible-questions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type {
  AnswerValue,
  Constraints,
  Facts,
  FormDefinition,
  Question,
} from '#form/definition/definition.ts';

const EMAILS = ['a@b.org', 'o.k+1@mail.example.com'];

/**
 * Computes errors from the model's conditions and a simple implementation of each keyword, without JSON Schema: key →
 * sorted messages.
 */
export function expectedErrors(definition: FormDefinition, facts: Facts): Record<string, readonly string[]> {
  return Object.fromEntries(
    definition.pages
      .flatMap((page) => Object.values(page.questions))
      .map((question) => [question.key, sentencesFor(definition, question, facts)] as const)
      .filter(([, sentences]) => sentences.length > 0),
  );
}

function sentencesFor(definition: FormDefinition, question: Question, facts: Facts): readonly string[] {
  const answer = answerByKey(facts, question.key);
  if (!isAnswered(answer)) return isRequired(question, facts) ? [question.messages['required'] ?? ''] : [];
  const type = question.type === 'integer' && !Number.isInteger(answer) ? ['type'] : [];
  const constraints = isShown(question, facts) ? shownKeywords(definition, question, facts) : [];
  const rules = question.rules.filter(
    (rule) =>
      isShown(question, facts) &&
      (rule.when === undefined || evaluateCondition(rule.when, facts)) &&
      brokenKeywords(rule.schema, answer).length > 0,
  );
  const sentences = [...type, ...constraints].map((keyword) => question.messages[keyword] ?? '');
  return [...new Set([...sentences, ...rules.map((rule) => rule.message)])].toSorted();
}

function shownKeywords(definition: FormDefinition, question: Question, facts: Facts): readonly string[] {
  const answer = facts[question.key] ?? '';
  const { valueKey = '', lists } = question.dependsOn ?? {};
  const name = lists ? lists[String(facts[valueKey])] : question.options;
  const list = name === undefined ? undefined : definition.options[name];
  const items = typeof answer === 'object' ? answer : [answer];
  const offered =
    list === undefined ||
    items.every((item) =>
      'years' in list ? /^\d{4}$/.test(String(item)) : list.some((option) => option.value === item),
    );
  const isMixed =
    typeof answer === 'object' &&
    answer.length > 1 &&
    exclusiveOptions(definition, question).some(({ value }) => answer.includes(value));
  return [
    ...brokenKeywords(question.constraints, answer),
    ...(offered ? [] : ['enum']),
    ...(isMixed ? ['exclusive'] : []),
  ];
}

function brokenKeywords(constraints: Constraints, answer: AnswerValue): readonly string[] {
  const text = typeof answer === 'string' ? answer : undefined;
  const length = text === undefined ? undefined : Array.from(text).length;
  const items = typeof answer === 'object' ? answer.length : undefined;
  const number = typeof answer === 'number' ? answer : undefined;
  const { pattern, format, multipleOf } = constraints;
  return [
    isBelow(length, constraints.minLength) ? ['minLength'] : [],
    isBelow(constraints.maxLength, length) ? ['maxLength'] : [],
    isBelow(number, constraints.minimum) ? ['minimum'] : [],
    isBelow(number, constraints.exclusiveMinimum) ||
    (number !== undefined && number === constraints.exclusiveMinimum)
      ? ['exclusiveMinimum']
      : [],
    isBelow(constraints.maximum, number) ? ['maximum'] : [],
    number !== undefined && number >= (constraints.exclusiveMaximum ?? Infinity) ? ['exclusiveMaximum'] : [],
    number !== undefined && multipleOf !== undefined && number % multipleOf !== 0 ? ['multipleOf'] : [],
    isBelow(items, constraints.minItems) ? ['minItems'] : [],
    isBelow(constraints.maxItems, items) ? ['maxItems'] : [],
    text !== undefined && pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? ['pattern'] : [],
    text !== undefined && format === 'date' && !isDay(text) ? ['format'] : [],
    text !== undefined && format === 'email' && !EMAILS.includes(text) ? ['format'] : [],
    constraints.const !== undefined && constraints.const !== answer ? ['const'] : [],
    constraints.enum !== undefined && !constraints.enum.some((value) => value === answer) ? ['enum'] : [],
  ].flat();
}

function isBelow(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low < high;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`);
}
