import type { Condition, Operator, Relation } from '#form/definition/definition.ts';
import { type Kind, KINDS } from './keyword-values.ts';

/** A question in the making. */
export type Draft = {
  readonly kind: Kind;
  readonly shown: readonly Draw[];
  readonly hides: boolean;
  readonly required: 'always' | 'never' | readonly Draw[];
  readonly rules: readonly {
    readonly when: readonly Draw[];
    readonly bound: number;
    readonly isLower: boolean;
  }[];
  readonly isWrapped: boolean;
  readonly around: readonly Draw[];
  /** All else that a file can say; without it only numbers have rules. */
  readonly further?: {
    readonly keywords: readonly number[];
    readonly bounds: readonly number[];
    readonly relations: readonly Draw[];
    readonly hasOtherwise: boolean;
  };
};

/** A comparison in the making: which earlier question, which operator, which of its values. */
export type Draw = { readonly key: number; readonly operator: number; readonly value: number };

/** A comparison with the answer to an earlier question. */
export function comparisonOf(
  { key, operator, value }: Draw,
  drafts: readonly Draft[],
  before: number,
): Condition {
  const index = before === 0 ? 0 : key % before;
  const kind = drafts[index]?.kind ?? 'boolean';
  const valueKey = `q${index}`;
  const { targets, operators: further = [] } = KINDS[kind];
  const target = targets[value % targets.length] ?? true;
  const operators: readonly Operator[] = ['equals', 'notEquals', 'answered', 'notAnswered', ...further];
  const chosen = operators[operator % operators.length] ?? 'answered';
  if (chosen === 'answered' || chosen === 'notAnswered') return { valueKey, operator: chosen };
  const isList = chosen === 'in' || chosen === 'notIn';
  return { valueKey, operator: chosen, target: isList ? targets.slice(-2).map(String) : target };
}

/** An earlier choice that a dependent question takes its list from, and when that shows; none for other questions. */
export function controlOf({ kind, further: own }: Draft, drafts: readonly Draft[], before: number) {
  if (kind !== 'dependent') return undefined;
  const valueKey = `q${drafts.slice(0, before).findLastIndex((each) => each.kind === 'choice')}`;
  const dependsOn = { valueKey, lists: { x: 'letters', y: 'others' } };
  if (!own?.hasOtherwise)
    return { dependsOn, shown: { valueKey, operator: 'in', target: ['x', 'y'] } as const };
  const shown = { valueKey, operator: 'answered' } as const;
  return { dependsOn: { ...dependsOn, otherwise: 'text' as const }, shown };
}

/** Comparisons with earlier answers of the same kind; of numbers with any, of days with years and months. */
export function relationsOf(
  { kind, further: own }: Draft,
  drafts: readonly Draft[],
  before: number,
  conditionOf: (when: readonly Draw[]) => Condition | undefined,
): { readonly relations?: readonly Relation[] } {
  const { compared } = KINDS[kind];
  const keysOf = (...like: readonly Kind[]): readonly string[] =>
    drafts.slice(0, before).flatMap((each, index) => (like.includes(each.kind) ? [`q${index}`] : []));
  const alike = compared ? keysOf(kind).map((key) => [key]) : [];
  const month = keysOf('month').slice(0, 1);
  const other = { date: 'year', year: 'date', number: 'decimal', decimal: 'number' } as const;
  const mixed = Object.entries(other).flatMap(([one, like]) =>
    one === kind ? keysOf(like).map((key) => (kind === 'date' ? [key, ...month] : [key])) : [],
  );
  const all = [...alike, ...mixed];
  const relations = (own?.relations ?? []).flatMap((drawn): readonly Relation[] => {
    const targetKeys = all[drawn.key % Math.max(1, all.length)] ?? [];
    const operators: readonly Relation['operator'][] = [
      ...(all.indexOf(targetKeys) < alike.length ? SAME : []),
      ...(compared === 'ordered' ? ORDER : []),
    ];
    const operator = operators[drawn.operator % operators.length];
    const [targetKey] = targetKeys.slice(-1);
    const when = drawn.value % 2 === 0 ? conditionOf([drawn]) : undefined;
    if (!operator || targetKey === undefined) return [];
    const keys = [`q${before}`];
    return [
      { operator, keys, targetKey, targetKeys, ...(when && { when }), message: `Relation of q${before}.` },
    ];
  });
  return relations.length > 0 ? { relations } : {};
}

const SAME = ['equals', 'notEquals'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;
