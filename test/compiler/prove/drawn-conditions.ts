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
    readonly wrapper: 'section' | 'tabs' | 'confirm' | 'switch';
    /** Which answers the node clears, while it is hidden: its own, that to the next question. */
    readonly clears: readonly [own: boolean, next: boolean];
  };
};

/** A comparison in the making: which earlier question, which operator, which of its values. */
export type Draw = { readonly key: number; readonly operator: number; readonly value: number };

/** A comparison with the answer to an earlier question, or of that with another or with today. */
export function comparisonOf(drawn: Draw, drafts: readonly Draft[], before: number): Condition {
  const { key, operator, value } = drawn;
  const index = before === 0 ? 0 : key % before;
  const kind = drafts[index]?.kind ?? 'boolean';
  const valueKey = `q${index}`;
  const { targets, operators: known = [] } = KINDS[kind];
  // With few keywords, words of conditions name one value each: the test of the words reads them back.
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

/** That the tab with an earlier question is chosen, or its confirmation open. */
function choiceOf(draft: Draft | undefined, index: number) {
  const wrapper = draft?.isWrapped ? draft.further?.wrapper : undefined;
  if (wrapper === 'tabs') return { valueKey: `t${index}`, target: 'second' };
  return wrapper === 'confirm' ? { valueKey: `c${index}`, target: true } : undefined;
}

/** The choice that controls a question, and when the question shows; undefined for other questions. */
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

/** What limits an answer to a question by earlier ones, or by today. */
export function relationsOf(
  { further: own }: Draft,
  drafts: readonly Draft[],
  before: number,
  conditionOf: (when: readonly Draw[]) => Condition | undefined,
): { readonly relations?: readonly Relation[] } {
  const relations = (own?.relations ?? []).flatMap((drawn): readonly Relation[] => {
    const compared = comparedWith(drawn, drafts, before);
    const when = drawn.value % 2 === 0 ? conditionOf([drawn]) : undefined;
    return compared ? [{ ...compared, ...(when && { when }), message: `Relation of q${before}.` }] : [];
  });
  return relations.length > 0 ? { relations } : {};
}

/** Kinds that are compared with each other, not only with their like. */
const TIMES: readonly Kind[] = ['date', 'year', 'month'];
const NUMBERS: readonly Kind[] = ['number', 'decimal'];

/** A comparison of the answer to a question with an earlier one that it can be compared with, or with today. */
function comparedWith(
  { key, operator, value }: Draw,
  drafts: readonly Draft[],
  index: number,
): AnswerComparison | undefined {
  const kind = drafts[index]?.kind ?? 'boolean';
  const isTime = TIMES.includes(kind);
  const alike = [TIMES, NUMBERS].find((kinds) => kinds.includes(kind)) ?? [];
  const earlier = drafts
    .slice(0, index)
    .flatMap((each, at) =>
      KINDS[kind].compared && (each.kind === kind || alike.includes(each.kind))
        ? [{ kind: each.kind, keys: keysOf(each.kind, at) }]
        : [],
    );
  const all = [...earlier, ...(isTime ? [{ kind: 'today' as const, keys: [TODAY] }] : [])];
  const target = all[key % Math.max(1, all.length)];
  if (!target) return undefined;
  // Of two days with some time between them, all days would have to be gone through: dates-apart.test.ts.
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

/** The key of the second question that the widget of a question writes. */
export function partKey(key: string): string {
  return `${key}_part`;
}

const SAME = ['equals', 'notEquals'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;

/** Gives something of a form a line of its own, with the text of it that is read. */
export type Write = <Written extends object>(written: Written, text?: string) => Written;

/** A question inside a node of another kind. */
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
