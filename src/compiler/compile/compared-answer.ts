import { comparedWithin, comparisonsWithin } from '#form/conditions/condition-parts.ts';
import { shiftComponents, TODAY } from '#form/conditions/date-offset.ts';
import type { AnswerComparison, DateOffset, PageDefinition } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { CompileContext } from './context.ts';
import type { FoundName } from './scope.ts';

/** The other side of a comparison: its question, compared keys and properties. */
export type ComparedAnswer = {
  readonly key: string;
  readonly keys: readonly string[];
  readonly properties: readonly Cursor[];
};

/** The current day in place of another answer. */
export const TODAYS_ANSWER: ComparedAnswer = { key: TODAY, keys: [TODAY], properties: [] };

const UNITS = ['years', 'months', 'days'] as const;

/** Reads an offset: `"plus": { "months": 6 }`, `"minus": { "years": 18 }`. */
function readOffset(at: Cursor): { readonly offset?: DateOffset } {
  const counts = UNITS.flatMap((unit) => {
    const count = (at.at('plus')?.at(unit)?.number() ?? 0) - (at.at('minus')?.at(unit)?.number() ?? 0);
    return count === 0 ? [] : [[unit, count] as const];
  });
  return counts.length === 0 ? {} : { offset: Object.fromEntries(counts) };
}

/** Returns the day of a target with a `date`, such as 18 years before it. */
export function dateTarget(target: Cursor | undefined): string | undefined {
  const date = target?.at('date')?.text();
  return target && date && shiftComponents(date.split('-'), readOffset(target).offset).join('-');
}

/** Returns where the other answer is named: `key`, `today`, or the text itself. */
export function otherAnswerAt(at: Cursor): Cursor {
  return at.at('today') ?? at.at('key') ?? at;
}

export type FoundQuestion = Extract<FoundName, { kind: 'question' }>;

/** Returns a question as compared with another: a month after the year next to it. */
export function comparedQuestion(
  { key, property }: Omit<FoundQuestion, 'kind'>,
  { sources, widgets }: CompileContext,
): ComparedAnswer {
  const pair = sources.pair(property.place.file.replace(/\.schema\.json$/, ''));
  const name = property.path.split('/').at(-1) ?? '';
  const entry = pair?.ui.at(name);
  const widget = entry?.at('ui:widget')?.text() ?? '';
  const parts = widgets.widgets.get(widget)?.partsFirst ? (entry?.at('ui:parts')?.texts() ?? []) : [];
  const prefix = key.slice(0, key.length - name.length);
  return {
    key,
    keys: [...parts.map((part) => prefix + part), key],
    properties: [...parts.flatMap((part) => pair?.properties.get(part) ?? []), property],
  };
}

/** Returns a comparison of two answers, and its record for the check. */
export function comparisonOf(
  word: string,
  operator: AnswerComparison['operator'],
  { at, own, other }: { readonly at: Cursor; readonly own: ComparedAnswer; readonly other: ComparedAnswer },
  context: CompileContext,
): AnswerComparison {
  const comparison: AnswerComparison = {
    operator,
    keys: own.keys,
    targetKey: other.key,
    targetKeys: other.keys,
    ...readOffset(at),
  };
  const [ofOwn, target] = [own.properties, other.properties];
  context.relations.push({ at: otherAnswerAt(at), word, comparison, own: ofOwn, target });
  return comparison;
}

/** Adds what a page's conditions compare, with each other or with today. */
export function withCompared<Page extends PageDefinition>(page: Page): Page {
  const compared = new Map(comparedWithin(page).map((each) => [JSON.stringify(each), each]));
  const isDated = comparisonsWithin(page).some(({ valueKey }) => valueKey === TODAY);
  return {
    ...page,
    ...(compared.size > 0 && { compared: [...compared.values()] }),
    ...(isDated && { isDated }),
  };
}
