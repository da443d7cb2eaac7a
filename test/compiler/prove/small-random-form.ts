import * as fc from 'fast-check';
import { parseTree } from 'jsonc-parser';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { layoutConditions } from '#compiler/compile/layout-conditions.ts';
import { negateCondition } from '#compiler/compile/negate.ts';
import { Cursor } from '#compiler/source/cursor.ts';
import type {
  Condition,
  FormDefinition,
  LayoutNode,
  Operator,
  Question,
  Rule,
  SectionNode,
} from '#form/definition/definition.ts';
import { compileTiny } from '../tiny-form.ts';

/**
 * A form so small that all of its states can be gone through, and where it would be written: each condition, rule,
 * node and question at a line of its own.
 */
export type SmallForm = {
  readonly partner: CompiledPartner;
  /** Question key → what it may be answered with, right or wrong. */
  readonly values: ReadonlyMap<string, readonly (string | boolean | number)[]>;
  /** What a failed test prints. */
  readonly [fc.toStringMethod]: () => string;
};

const OPTIONS = ['x', 'y', 'z'];
const NUMBERS = [0, 1, 2, 3];

type Draft = {
  readonly kind: 'boolean' | 'choice' | 'number';
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
};

/** A comparison in the making: which earlier question, which operator, which of its values. */
type Draw = { readonly key: number; readonly operator: number; readonly value: number };

const draw: fc.Arbitrary<Draw> = fc.record({
  key: fc.nat(50),
  operator: fc.nat(50),
  value: fc.nat(50),
});
const draws = fc.array(draw, { minLength: 1, maxLength: 3 });

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('boolean' as const, 'choice' as const, 'number' as const),
  shown: fc.oneof(fc.constant([]), draws),
  hides: fc.boolean(),
  required: fc.oneof(fc.constantFrom('always' as const, 'never' as const), draws),
  rules: fc.array(fc.record({ when: draws, bound: fc.nat(4), isLower: fc.boolean() }), { maxLength: 2 }),
  isWrapped: fc.boolean(),
  around: draws,
});

/** Up to five questions, the conditions of each about those before it, so that none leads in a circle. */
export const smallRandomForm: fc.Arbitrary<SmallForm> = fc
  .array(draft, { minLength: 2, maxLength: 5 })
  .map((drafts) => smallForm(drafts));

/** Two such forms of which one question differs in one thing: when it is asked or required, or what rules it has. */
export const smallFormPair: fc.Arbitrary<{
  readonly before: SmallForm;
  readonly after: SmallForm;
  readonly differsIn: 'conditions' | 'rules';
}> = fc
  .record({
    drafts: fc.array(draft, { minLength: 2, maxLength: 4 }),
    other: draft,
    at: fc.nat(50),
    member: fc.constantFrom(
      'shown' as const,
      'hides' as const,
      'required' as const,
      'around' as const,
      'isWrapped' as const,
      'rules' as const,
    ),
  })
  .map(({ drafts, other, at, member }) => {
    const changed = drafts.map((one, index) =>
      index === at % drafts.length ? { ...one, [member]: other[member] } : one,
    );
    const differsIn = member === 'rules' ? 'rules' : 'conditions';
    return { before: smallForm(drafts), after: smallForm(changed), differsIn };
  });

/** The form of some drafts; of each comparison `key`, `operator` and `value` are places in the lists of what there is. */
export function smallForm(drafts: readonly Draft[]): SmallForm {
  const origins = new Map<object, Cursor>();
  const lines: object[] = [];
  const write = <Written extends object>(written: Written): Written => {
    lines.push(written);
    origins.set(written, cursorAt(lines.length));
    return written;
  };
  const conditionOf = (all: readonly Draw[], before: number, isAny: boolean): Condition | undefined => {
    const parts = all.map((one) => write(comparisonOf(one, drafts, before)));
    if (before === 0) return undefined;
    const [only] = parts;
    if (parts.length === 1 || !only) return only;
    return write(isAny ? { any: parts } : { all: parts });
  };
  const taken = new Map<string, Cursor>();
  const questions: Question[] = [];
  const layout = drafts.map((one, index): LayoutNode => {
    const key = `q${index}`;
    const own = one.shown.length === 0 ? undefined : conditionOf(one.shown, index, one.hides);
    const shown = own && one.hides ? write(negateCondition(own)) : own;
    const requiredWhen =
      typeof one.required === 'string' ? undefined : conditionOf(one.required, index, true);
    const rules = one.rules.map(({ when, bound, isLower }): Rule => {
      const condition = conditionOf(when, index, false);
      const schema = isLower ? { minimum: bound } : { maximum: bound };
      return write({ ...(condition ? { when: condition } : {}), schema, message: `Rule of ${key}.` });
    });
    questions.push({
      ...questionOf(key, one),
      rules: one.kind === 'number' ? rules : [],
      ...(requiredWhen ? { requiredWhen } : {}),
    });
    taken.set(key, write(cursorAt(1000 + index)));
    const node = write({ kind: 'question' as const, key, ...(shown ? { visibleWhen: shown } : {}) });
    const around = one.isWrapped ? conditionOf(one.around, index, true) : undefined;
    if (!around) return node;
    const section: SectionNode = { kind: 'section', id: `s${index}`, children: [node], visibleWhen: around };
    return write(section);
  });
  const partner = partnerOf(questions, layout, { origins, taken });
  const print = () => JSON.stringify({ questions, layout });
  return { partner, values: valuesOf(drafts), [fc.toStringMethod]: print };
}

function comparisonOf({ key, operator, value }: Draw, drafts: readonly Draft[], before: number): Condition {
  const index = before === 0 ? 0 : key % before;
  const kind = drafts[index]?.kind ?? 'boolean';
  const valueKey = `q${index}`;
  const values = { boolean: [true, false], choice: OPTIONS, number: NUMBERS }[kind];
  const target = values[value % values.length] ?? true;
  const ordering: readonly Operator[] = kind === 'number' ? ['gte', 'lt'] : [];
  const operators: readonly Operator[] = ['equals', 'notEquals', 'answered', 'notAnswered', ...ordering];
  const chosen = operators[operator % operators.length] ?? 'answered';
  return chosen === 'answered' || chosen === 'notAnswered'
    ? { valueKey, operator: chosen }
    : { valueKey, operator: chosen, target };
}

function questionOf(key: string, { kind, required }: Draft): Question {
  return {
    key,
    page: 'p',
    label: key,
    fullLabel: key,
    type: kind === 'choice' ? 'string' : kind === 'number' ? 'integer' : 'boolean',
    widget: 'text',
    ui: {},
    ...(kind === 'choice' ? { options: 'letters' } : {}),
    companion: false,
    constraints: kind === 'number' ? { minimum: 0, maximum: 3 } : {},
    rules: [],
    required: required === 'always',
    messages: { required: `${key} is required.` },
    parts: [],
  };
}

function partnerOf(
  questions: readonly Question[],
  layout: readonly LayoutNode[],
  { origins, taken }: { origins: ReadonlyMap<object, Cursor>; taken: ReadonlyMap<string, Cursor> },
): CompiledPartner {
  const { around, clearing } = layoutConditions(layout, { clears: new Map(), parts: new Map() });
  const own = new Map(
    layout
      .flatMap((node) => (node.kind === 'section' ? node.children : [node]))
      .map((node) => [node, node.visibleWhen]),
  );
  const conditions = new Map(
    [...own].flatMap(([node, condition]) => {
      if (node.kind !== 'question') return [];
      const all = [...(around.get(node.key) ?? []), ...(condition ? [condition] : [])];
      const [only] = all;
      if (!only) return [];
      return [[node.key, all.length > 1 ? { all } : only] as const];
    }),
  );
  const asked = questions.map((question) => {
    const visibleWhen = conditions.get(question.key);
    return [question.key, visibleWhen ? { ...question, visibleWhen } : question] as const;
  });
  const page = { id: 'p', path: '/p', title: 'P', questions: Object.fromEntries(asked), layout, clearing };
  const definition: FormDefinition = {
    hash: '',
    title: 'Small',
    pages: [page],
    defaultPage: 'p',
    greetingName: [],
    options: { letters: OPTIONS.map((value) => ({ value, label: value.toUpperCase() })) },
  };
  const tiny = compileTiny();
  const placed = [...tiny.taken.keys.values()][0];
  if (!placed) throw new Error('The tiny form has no question.');
  const keys = new Map([...taken].map(([key, property]) => [key, { ...placed, key, name: key, property }]));
  return { ...tiny, definition, origins, taken: { ...tiny.taken, keys } };
}

function valuesOf(drafts: readonly Draft[]): SmallForm['values'] {
  return new Map(
    drafts.map(({ kind }, index) => [
      `q${index}`,
      { boolean: [true, false], choice: OPTIONS, number: NUMBERS }[kind],
    ]),
  );
}

function cursorAt(line: number): Cursor {
  const root = parseTree('{}');
  if (!root) throw new Error('An empty object is JSON.');
  return new Cursor(
    () => ({ file: 'small.json', line, column: 1 }),
    root,
    (text) => text,
  );
}
