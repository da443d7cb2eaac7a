import { negateCondition } from '#compiler/compile/negate.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import type {
  AnswerComparison,
  Condition,
  LayoutNode,
  Operator,
  Relation,
} from '#form/definition/definition.ts';
import { type Kind, KINDS } from './keyword-values.ts';

/** Draft of a question. */
export type Draft = {
  readonly kind: Kind;
  readonly shown: readonly Indexes[];
  readonly hides: boolean;
  readonly required: 'always' | 'never' | readonly Indexes[];
  readonly rules: readonly {
    readonly when: readonly Indexes[];
    readonly bound: number;
    readonly isLower: boolean;
  }[];
  readonly isWrapped: boolean;
  readonly around: readonly Indexes[];
  /** Other features of a question; without them only numbers have rules. */
  readonly further?: {
    readonly keywords: readonly number[];
    readonly bounds: readonly number[];
    readonly relations: readonly Indexes[];
    readonly hasOtherwise: boolean;
    readonly wrapper: 'section' | 'tabs' | 'confirm' | 'switch';
    /** Answers cleared while the node is hidden: its own, or that of the next question. */
    readonly clears: readonly [own: boolean, next: boolean];
  };
};

/** Draft of a comparison: indexes of an earlier question, an operator and a value. */
export type Indexes = { readonly key: number; readonly operator: number; readonly value: number };

/** A comparison with an earlier answer, or of that with another or today. */
export function comparisonOf(indexes: Indexes, drafts: readonly Draft[], before: number): Condition {
  const { key, operator, value } = indexes;
  const index = before === 0 ? 0 : key % before;
  const kind = drafts[index]?.kind ?? 'boolean';
  const valueKey = `q${index}`;
  const { targets, operators: known = [] } = KINDS[kind];
  // With few keywords, conditions have one value each, so that the wording test can parse them.
  const further = drafts[before]?.further ? known : known.filter((each) => each !== 'in' && each !== 'notIn');
  const choice = value % 4 === 1 ? choiceOf(drafts[index], index) : undefined;
  if (choice) return { ...choice, operator: operator % 2 === 0 ? 'equals' : 'notEquals' };
  const compared =
    drafts[before]?.further && comparedWith({ key: operator, operator: value, value: key }, drafts, index);
  if (compared && value % 3 === 0) return { compared };
  const target = targets[value % targets.length] ?? true;
  const operators: readonly Operator[] = ['equals', 'notEquals', 'answered', 'notAnswered', ...further];
  const chosen = operators[operator % operators.length] ?? 'answered';
  if (chosen === 'answered' || chosen === 'notAnswered') return { valueKey, operator: chosen };
  const isList = chosen === 'in' || chosen === 'notIn';
  return { valueKey, operator: chosen, target: isList ? targets.slice(-2).map(String) : target };
}

/** An earlier question's chosen tab, or its open confirmation. */
function choiceOf(draft: Draft | undefined, index: number) {
  const wrapper = draft?.isWrapped ? draft.further?.wrapper : undefined;
  if (wrapper === 'tabs') return { valueKey: `t${index}`, target: 'second' };
  return wrapper === 'confirm' ? { valueKey: `c${index}`, target: true } : undefined;
}

/** The controlling choice of a question and the condition for visibility; undefined without one. */
export function controlOf({ kind, further: own }: Draft, drafts: readonly Draft[], before: number) {
  if (kind !== 'dependent' && kind !== 'displayOnly') return undefined;
  const valueKey = `q${drafts.slice(0, before).findLastIndex((each) => each.kind === 'choice')}`;
  const shown = { valueKey, operator: 'in', target: ['x', 'y'] } as const;
  if (kind === 'displayOnly') return { dependsOn: { valueKey }, shown };
  const dependsOn = { valueKey, lists: { x: 'letters', y: 'others' } };
  if (!own?.hasOtherwise) return { dependsOn, shown };
  return {
    dependsOn: { ...dependsOn, otherwise: 'text' as const },
    shown: { valueKey, operator: 'answered' } as const,
  };
}

/** Rules on an answer that depend on earlier ones, or on today. */
export function relationsOf(
  { further: own }: Draft,
  drafts: readonly Draft[],
  before: number,
  conditionOf: (when: readonly Indexes[]) => Condition | undefined,
): { readonly relations?: readonly Relation[] } {
  const relations = (own?.relations ?? []).flatMap((indexes): readonly Relation[] => {
    const compared = comparedWith(indexes, drafts, before);
    const when = indexes.value % 2 === 0 ? conditionOf([indexes]) : undefined;
    return compared ? [{ ...compared, ...(when && { when }), message: `Relation of q${before}.` }] : [];
  });
  return relations.length > 0 ? { relations } : {};
}

/** Kinds that are comparable with each other. */
const TIMES: readonly Kind[] = ['date', 'year', 'month'];
const NUMBERS: readonly Kind[] = ['number', 'decimal'];

/** A comparison of an answer with a comparable earlier one, or with today. */
function comparedWith(
  { key, operator, value }: Indexes,
  drafts: readonly Draft[],
  index: number,
): AnswerComparison | undefined {
  const kind = drafts[index]?.kind ?? 'boolean';
  const isTime = TIMES.includes(kind);
  const comparable = [TIMES, NUMBERS].find((kinds) => kinds.includes(kind)) ?? [];
  const earlier = drafts
    .slice(0, index)
    .flatMap((each, at) =>
      KINDS[kind].compared && (each.kind === kind || comparable.includes(each.kind))
        ? [{ kind: each.kind, keys: keysOf(each.kind, at) }]
        : [],
    );
  const all = [...earlier, ...(isTime ? [{ kind: 'today' as const, keys: [TODAY] }] : [])];
  const target = all[key % Math.max(1, all.length)];
  if (!target) return undefined;
  // Day offsets would require trying all days: date-offsets.test.ts.
  const isDay = target.kind === 'today' || (kind !== 'date' && target.kind !== 'date');
  const units =
    target.kind === 'year' ? { years: (value % 5) - 2 } : { years: (value % 3) - 1, months: (value % 7) - 3 };
  const offset = isTime && isDay && value % 4 > 0 ? { offset: units } : {};
  const operators = [
    ...(target.kind === kind && !('offset' in offset) ? SAME : []),
    ...(KINDS[kind].compared === 'ordered' ? ORDER : []),
  ];
  return {
    operator: operators[operator % operators.length] ?? 'equals',
    keys: keysOf(kind, index),
    targetKey: target.keys.at(-1) ?? '',
    targetKeys: target.keys,
    ...offset,
  };
}

/** A month is compared after its year. */
function keysOf(kind: Kind, index: number): readonly string[] {
  return kind === 'month' ? [partKey(`q${index}`), `q${index}`] : [`q${index}`];
}

/** Key of the second question that a widget writes. */
export function partKey(key: string): string {
  return `${key}_part`;
}

const SAME = ['equals', 'notEquals'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;

/** Assigns a line to a part of a form, with its text. */
export type Write = <Written extends object>(written: Written, text?: string) => Written;

/** Wraps a question in a node of another kind. */
export function wrapped(
  node: LayoutNode,
  { further: own }: Draft,
  { index, around, write }: { index: number; around: Condition | undefined; write: Write },
): LayoutNode {
  const shown = around ? { visibleWhen: around } : {};
  const children = [node];
  switch (own?.wrapper) {
    case 'tabs': {
      const tabs = [
        { id: 'first', title: '', children: [] },
        { id: 'second', title: '', children },
      ];
      return { kind: 'tabs', id: `t${index}`, label: '', defaultTab: 'first', tabs, ...shown };
    }
    case 'confirm':
      return { kind: 'confirm', id: `c${index}`, trigger: 'button', label: '', children, ...shown };
    case 'switch': {
      if (!around) return node;
      const first = write({ visibleWhen: around, children }, '{ "when": 0 }');
      const others = write({ visibleWhen: write(negateCondition(around)), children: [] });
      return { kind: 'switch', id: `w${index}`, cases: [first, others] };
    }
    default:
      return around ? { kind: 'section', id: `s${index}`, children, ...shown } : node;
  }
}
