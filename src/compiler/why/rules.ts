import { exclusiveOptions, isYearList } from '#form/answers/option-lists.ts';
import type { Constraints, FormDefinition, Notice, Question } from '#form/definition/definition.ts';
import { fileRulesOf, fileRuleTexts, hasOwnFileRules } from '#form/documents/file-rules.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import {
  conditionInWords,
  orderInWords,
  subjectInWords,
  valueInWords,
} from '../prove/words/condition-words.ts';
import { boundInWords, limitInWords } from '../changes/sentence-words.ts';
import type { Sentence } from './explanation.ts';

/** Describes the limits and notices of a question, one sentence each. */
export function rulesOf(
  question: Question,
  { definition, origins, taken }: CompiledPartner,
): readonly Sentence[] {
  const property = taken.keys.get(question.key)?.property;
  const whenever = ({ when }: { readonly when?: Notice['when'] }): string =>
    when ? `When ${conditionInWords(when, definition)}: ` : '';
  const always = [
    ...listsInWords(question, definition),
    ...exclusiveOptions(definition, question).map(({ label }) => `“${label}” only without others`),
    ...(question.currency === undefined ? [] : [`An amount of money in ${question.currency}`]),
    ...(isDocumentQuestion(question)
      ? [documentInWords(question)]
      : limitsInWords(question.constraints, question, definition)),
    ...boundsInWords(question),
  ];
  return [
    ...always.map((text) => ({ text: `${text}.`, at: property?.place })),
    ...question.rules.map((rule) => ({
      text: `${whenever(rule)}${limitsInWords(rule.schema, question, definition).join(', ')} (“${rule.message}”).`,
      at: origins.get(rule)?.place,
    })),
    ...(question.relations ?? []).map((relation) => ({
      text: `${whenever(relation)}${orderInWords(relation, definition)} (“${relation.message}”).`,
      at: origins.get(relation)?.place,
    })),
    ...(question.notices ?? []).map((notice) => ({
      text: `${whenever(notice)}${noticeReason(notice, definition)}a notice, which holds up nothing: “${notice.text}”`,
      at: origins.get(notice)?.place,
    })),
  ];
}

function documentInWords(question: Question): string {
  const { size, types } = fileRuleTexts(fileRulesOf(question));
  return hasOwnFileRules(question) ? `A document (${types}; up to ${size})` : 'A document';
}

function noticeReason({ comparison, unlike }: Notice, definition: FormDefinition): string {
  if (comparison) return `Unless it is ${orderInWords(comparison, definition)}: `;
  if (!unlike) return '';
  return `When it is unlike ${unlike.map((key) => `“${subjectInWords(key, definition)}”`).join(', ')}: `;
}

function listsInWords({ options, dependsOn, type }: Question, definition: FormDefinition): readonly string[] {
  const count = type === 'array' ? 'Any number' : 'One';
  const controlling = dependsOn ? `“${subjectInWords(dependsOn.valueKey, definition)}”` : '';
  const own =
    dependsOn?.lists === undefined && options !== undefined
      ? [`${count} of ${listInWords(options, definition)}`]
      : [];
  const opened = Object.entries(dependsOn?.lists ?? {}).map(
    ([value, list]) =>
      `${count} of ${listInWords(list, definition)} while ${controlling} is ${valueInWords(value, dependsOn?.valueKey ?? '', definition)}`,
  );
  return [
    ...own,
    ...opened,
    ...(dependsOn?.otherwise === undefined ? [] : [`A text while ${controlling} is any other`]),
  ];
}

function listInWords(name: string, definition: FormDefinition): string {
  const list = definition.options[name];
  if (list === undefined) return `options/${name}.json`;
  if (isYearList(list)) return `${list.years.count} years (options/${name}.json)`;
  const labels = list.map(({ label }) => `“${label}”`);
  return labels.length > 6
    ? `${labels.length} choices (options/${name}.json)`
    : `${labels.join(', ')} (options/${name}.json)`;
}

function limitsInWords(
  { const: fixed, enum: among, ...limits }: Constraints,
  { key }: Question,
  definition: FormDefinition,
): readonly string[] {
  const demands = Object.entries(limits).map(([keyword, limit]) => {
    const words = limitInWords(keyword, limit)
      .replace(/^(?:be|have) /, '')
      .replace(/^fit the pattern `(.*)`$/s, 'of the pattern $1')
      .replace(/options? chosen$/, 'of them');
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  });
  const values = [fixed ?? [], among ?? []].flat().map((value) => valueInWords(value, key, definition));
  return values.length === 0 ? demands : [...demands, `Only ${values.join(' or ')}`];
}

function boundsInWords(question: Question): readonly string[] {
  return (['earliest', 'latest'] as const).flatMap((name) => {
    const bound = question[name];
    return bound ? [`${boundInWords(name, bound).replace('not be', 'Not')} (“${bound.message}”)`] : [];
  });
}
