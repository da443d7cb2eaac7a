import { isDecimal } from '#form/conditions/decimals.ts';
import { answerType, optionValues } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import type { SourceSet } from '../source/source-set.ts';

/** How answers are ordered, if they are: as numbers, as days, as years of a list, or as options that are all numbers. */
export type OrderKind = 'number' | 'date' | 'years' | 'decimals';

/** How the answers to a question are ordered; undefined for one whose answers have no order. */
export function orderKind(property: Cursor, sources: SourceSet): OrderKind | undefined {
  const type = answerType(property);
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string') return undefined;
  if (property.at('format')?.text() === 'date') return 'date';
  const options = optionValues(property, sources);
  if (options === 'years') return 'years';
  return options?.every(isDecimal) ? 'decimals' : undefined;
}
