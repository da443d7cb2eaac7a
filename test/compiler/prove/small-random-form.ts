import * as fc from '#test/support/random.ts';
import { parseTree } from 'jsonc-parser';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { withCompared } from '#compiler/compile/compared-answer.ts';
import { layoutConditions } from '#compiler/compile/layout-conditions.ts';
import { negateCondition } from '#compiler/compile/negate.ts';
import { Cursor } from '#compiler/source/cursor.ts';
import type {
  AnswerValue,
  Condition,
  FormDefinition,
  LayoutNode,
  Question,
  Rule,
} from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { compileTiny } from '../tiny-form.ts';
import {
  comparisonOf,
  controlOf,
  type Draft,
  type Indexes,
  partKey,
  relationsOf,
  wrapped,
  type Write,
} from './random-conditions.ts';
import { distinctAnswers, isKind, keeps, type Kind, KINDS, LETTER_OPTIONS } from './keyword-values.ts';

/** A form small enough for exhaustive search, with a line for each condition, rule, node and question. */
export type SmallForm = {
  readonly partner: CompiledPartner;
  /** Question key → possible answers, valid or not. */
  readonly values: ReadonlyMap<string, readonly AnswerValue[]>;
  /** Printed when a test fails. */
  readonly [fc.toStringMethod]: () => string;
};

const indexes: fc.Arbitrary<Indexes> = fc.record({
  key: fc.nat(50),
  operator: fc.nat(50),
  value: fc.nat(50),
});
const picks = fc.array(indexes, { minLength: 1, maxLength: 3 });

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('boolean' as const, 'choice' as const, 'number' as const),
  shown: fc.oneof(fc.constant([]), picks),
  hides: fc.boolean(),
  required: fc.oneof(fc.constantFrom('always' as const, 'never' as const), picks),
  rules: fc.array(fc.record({ when: picks, bound: fc.nat(4), isLower: fc.boolean() }), { maxLength: 2 }),
  isWrapped: fc.boolean(),
  around: picks,
});

/** Up to five questions with conditions on earlier ones, so that there are no cycles. */
export const smallRandomForm: fc.Arbitrary<SmallForm> = fc
  .array(draft, { minLength: 2, maxLength: 5 })
  .map((drafts) => smallForm(drafts));

const further = fc.record({
  keywords: fc.array(fc.nat(50), { maxLength: 1 }),
  bounds: fc.array(fc.nat(3), { maxLength: 2 }),
  relations: fc.array(indexes, { maxLength: 1 }),
  hasOtherwise: fc.boolean(),
  wrapper: fc.constantFrom('section' as const, 'tabs' as const, 'confirm' as const, 'switch' as const),
  clears: fc.tuple(fc.boolean(), fc.boolean()),
});
const anyRules = fc.array(fc.record({ when: picks, bound: fc.nat(20), isLower: fc.boolean() }), {
  maxLength: 2,
});
const anyDraft: fc.Arbitrary<Draft> = fc
  .record({ draft, further, rules: anyRules, kind: fc.constantFrom(...Object.keys(KINDS).filter(isKind)) })
  .map(({ draft: one, ...others }) => ({ ...one, ...others }));

/** Maximum number of answer combinations, for exhaustive search. */
const MAX_STATES = 1000;

/** Up to five questions of any kind with all keywords, small enough for exhaustive search. */
export const anyRandomForm: fc.Arbitrary<SmallForm> = fc
  .array(anyDraft, { minLength: 2, maxLength: 5 })
  .map((drafts) => {
    const few = drafts.reduce<readonly Draft[]>((kept, one) => {
      const isDependent = one.kind === 'dependent' || one.kind === 'displayOnly';
      const isControlled = !isDependent || kept.some(({ kind }) => kind === 'choice');
      const states = [...kept, one].reduce((product, { kind }) => product * KINDS[kind].size, 1);
      return isControlled && states <= MAX_STATES ? [...kept, one] : kept;
    }, []);
    return smallForm(few);
  });

/** Two such forms with one difference in a question: its visibility, requirement or rules. */
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

/** Builds a form from drafts; `key`, `operator` and `value` of comparisons are list indexes. */
function smallForm(drafts: readonly Draft[]): SmallForm {
  const origins = new Map<object, Cursor>();
  const lines: object[] = [];
  const write: Write = (written, text) => {
    lines.push(written);
    origins.set(written, cursorAt(lines.length, text));
    return written;
  };
  const conditionOf = (all: readonly Indexes[], before: number, isAny: boolean): Condition | undefined => {
    const parts = all.map((one) => write(comparisonOf(one, drafts, before)));
    if (before === 0) return undefined;
    const [only] = parts;
    if (parts.length === 1 || !only) return only;
    return write(isAny ? { any: parts } : { all: parts });
  };
  const taken = new Map<string, Cursor>();
  const questions: Question[] = [];
  const clears = new Map<LayoutNode, readonly string[]>();
  const layout = drafts.map((one, index): LayoutNode => {
    const key = `q${index}`;
    const own = one.shown.length === 0 ? undefined : conditionOf(one.shown, index, one.hides);
    const wanted = own && one.hides ? write(negateCondition(own)) : own;
    const controls = controlOf(one, drafts, index);
    if (controls) write(controls.shown);
    const shown = controls && wanted ? write({ all: [controls.shown, wanted] }) : (controls?.shown ?? wanted);
    const requiredWhen =
      typeof one.required === 'string' ? undefined : conditionOf(one.required, index, true);
    const rules = one.rules.map(({ when, bound, isLower }): Rule => {
      const condition = conditionOf(when, index, false);
      const { keywords } = KINDS[one.kind];
      const schema = keywords[(2 * bound + Number(isLower)) % keywords.length] ?? {};
      return write({ ...(condition ? { when: condition } : {}), schema, message: `Rule of ${key}.` });
    });
    questions.push({
      ...questionOf(key, one),
      ...(controls ? { dependsOn: controls.dependsOn } : {}),
      ...relationsOf(one, drafts, index, (when) => conditionOf(when, index, false)),
      rules: one.further || one.kind === 'number' ? rules : [],
      ...(requiredWhen ? { requiredWhen } : {}),
    });
    questions.push(...partOf(questions.at(-1), one.kind));
    for (const each of [key, partKey(key)]) taken.set(each, write(cursorAt(1000 + taken.size)));
    const node = write({ kind: 'question' as const, key, ...(shown ? { visibleWhen: shown } : {}) });
    if (!one.isWrapped) return node;
    const around = conditionOf(one.around, index, true);
    const outer = write(wrapped(node, one, { index, around, write }));
    const [isOwn = true, isNext = false] = one.further?.clears ?? [];
    const cleared = [
      ...(isOwn ? [key] : []),
      ...(isNext && index + 1 < drafts.length ? [`q${index + 1}`] : []),
    ];
    if (outer !== node) clears.set(outer, cleared);
    return outer;
  });
  const partner = partnerOf(questions, layout, { origins, taken, clears });
  const print = () => JSON.stringify({ questions, layout });
  const asked = Object.values(partner.definition.pages[0]?.questions ?? {});
  const values = asked.map(({ key, label, constraints, options = '' }) => {
    const of = isKind(label) ? distinctAnswers(label, asked) : (PARTS[options] ?? []);
    return [key, of.filter((value) => keeps(value, constraints))] as const;
  });
  return { partner, values: new Map(values), [fc.toStringMethod]: print };
}

function questionOf(key: string, { kind, required, further: own }: Draft): Question {
  const { question, keywords } = KINDS[kind];
  const drawn = (own?.keywords ?? []).map((keyword) => keywords[keyword % keywords.length]);
  const bounds = (kind === 'date' || kind === 'year' ? (own?.bounds ?? []) : []).map((bound) => ({
    years: -(bound % 2),
    unit: bound < 2 ? ('day' as const) : ('year' as const),
    message: 'Not then.',
  }));
  const [earliest, latest] = bounds;
  return {
    key,
    page: 'p',
    label: kind,
    fullLabel: key,
    widget: 'text',
    ui: {},
    companion: false,
    rules: [],
    ...question,
    constraints: Object.assign({}, question.constraints, ...drawn),
    ...(earliest && { earliest }),
    ...(latest && { latest }),
    required: required === 'always',
    messages: { required: `${key} is required.` },
    parts: KINDS[kind].part ? [partKey(key)] : [],
  };
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  codes: ['1', '33'],
  years: ['2024', '2025', '2026'],
};

/** Second question written by some widgets. */
function partOf(question: Question | undefined, kind: Kind): readonly Question[] {
  const { part } = KINDS[kind];
  if (!question || !part) return [];
  const { relations: _relations, requiredWhen: _when, ...own } = question;
  const key = partKey(own.key);
  const plain = { key, fullLabel: key, label: 'part', options: part, partOf: own.key, parts: [] };
  return [{ ...own, ...plain, widget: 'dropdown', constraints: {}, rules: [], required: false }];
}

/** Compiled once, since shrinking a failure tries hundreds of forms. */
const tiny = compileTiny();

function partnerOf(
  questions: readonly Question[],
  layout: readonly LayoutNode[],
  {
    origins,
    taken,
    clears,
  }: Pick<CompiledPartner, 'origins'> & {
    readonly taken: ReadonlyMap<string, Cursor>;
    readonly clears: ReadonlyMap<LayoutNode, readonly string[]>;
  },
): CompiledPartner {
  const { around, clearing } = layoutConditions(layout, {
    clears,
    parts: new Map(questions.map(({ key, parts }) => [key, parts])),
  });
  const conditions = new Map(
    allNodes(layout).flatMap((node) => {
      if (node.kind !== 'question') return [];
      const all = [...(around.get(node.key) ?? []), ...(node.visibleWhen ? [node.visibleWhen] : [])];
      const [only] = all;
      if (!only) return [];
      return [[node.key, all.length > 1 ? { all } : only] as const];
    }),
  );
  const asked = questions.map((question) => {
    const visibleWhen = conditions.get(question.partOf ?? question.key);
    return [question.key, visibleWhen ? { ...question, visibleWhen } : question] as const;
  });
  const page = withCompared({
    id: 'p',
    path: '/p',
    title: 'P',
    questions: Object.fromEntries(asked),
    layout,
    clearing,
  });
  const definition: FormDefinition = {
    hash: '',
    title: 'Small',
    pages: [page],
    defaultPage: 'p',
    greetingName: [],
    options: {
      letters: LETTER_OPTIONS,
      others: optionsOf(['x', 'u']),
      months: optionsOf(['5', '6']),
      codes: optionsOf(['1', '33']),
      years: { years: { count: 3, direction: 'past' } },
    },
  };
  const placed = [...tiny.taken.keys.values()][0];
  if (!placed) throw new Error('The tiny form has no question.');
  const keys = new Map([...taken].map(([key, property]) => [key, { ...placed, key, name: key, property }]));
  return { ...tiny, definition, origins, taken: { ...tiny.taken, keys } };
}

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: value.toUpperCase() }));
}

function cursorAt(line: number, read = '{}'): Cursor {
  const root = parseTree(read);
  if (!root) throw new Error('An empty object is JSON.');
  return new Cursor(
    () => ({ file: 'small.json', line, column: 1 }),
    root,
    (text) => text,
  );
}
