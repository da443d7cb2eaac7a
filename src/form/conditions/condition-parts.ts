import type { AnswerComparison, Comparison } from '../definition/definition.ts';
import { isRecord } from '../definition/own-property.ts';
import { TODAY } from './date-offset.ts';

/** Returns the comparisons with fixed values anywhere in a value, in order. */
export function comparisonsWithin(value: unknown): readonly Comparison[] {
  return partsWithin(value, isComparison);
}

/** Returns the comparisons with other answers or today anywhere in a value. */
export function comparedWithin(value: unknown): readonly AnswerComparison[] {
  return partsWithin(value, hasCompared).map(({ compared }) => compared);
}

/** Returns the names in all conditions and relations of a value: keys, IDs of tab groups and confirmations. */
export function namesWithin(value: unknown): readonly string[] {
  const named = [
    ...comparisonsWithin(value).map(({ valueKey }) => valueKey),
    ...partsWithin(value, isAnswerComparison).flatMap(({ keys, targetKeys }) => [...keys, ...targetKeys]),
  ];
  return [...new Set(named)].filter((name) => name !== TODAY);
}

function partsWithin<Part>(
  value: unknown,
  isPart: (value: object) => value is object & Part,
): readonly Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((each) => partsWithin(each, isPart));
  return isPart(value) ? [value, ...inside] : inside;
}

function isComparison(value: object): value is Comparison {
  return isRecord(value) && typeof value['valueKey'] === 'string' && typeof value['operator'] === 'string';
}

function hasCompared(value: object): value is { readonly compared: AnswerComparison } {
  return 'compared' in value && !Array.isArray(value.compared);
}

function isAnswerComparison(value: object): value is AnswerComparison {
  return 'targetKeys' in value;
}
