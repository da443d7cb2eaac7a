import * as fc from '#test/support/random.ts';
import type {
  AnswerValue,
  Condition,
  Constraints,
  FormDefinition,
  FormState,
  Question,
} from '#form/definition/definition.ts';
import { companionKey } from '#form/definition/answer.ts';
import { addAnother, form, nodes, page, question, tabs } from './build-definition.ts';
import { type Kind, KINDS, randomCondition, type Subject } from './random-condition.ts';

type RandomForm = { readonly definition: FormDefinition; readonly subjects: readonly Subject[] };

const OPTIONS: FormDefinition['options'] = {
  letters: ['a', 'b', 'c'].map((value) => ({
    value,
    label: value.toUpperCase(),
    ...(value === 'c' && { exclusive: true as const }),
  })),
  numbers: ['1', '2', '2.5', '10'].map((value) => ({ value, label: `No. ${value}` })),
  years: { years: { count: 30, direction: 'past' } },
};

const ASKED = [
  'text',
  'choice',
  'numeric',
  'year',
  'date',
  'email',
  'boolean',
  'integer',
  'number',
  'list',
] as const;

const SHAPES: Readonly<Record<Kind, Partial<Question>>> = {
  text: {},
  choice: { options: 'letters', companion: true },
  ruled: { companion: true },
  numeric: { options: 'numbers', companion: true },
  year: { options: 'years' },
  date: { constraints: { format: 'date' } },
  email: { constraints: { format: 'email' } },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  list: { type: 'array', options: 'letters' },
  tabs: {},
};

const CONSTRAINTS: Readonly<Record<Kind, readonly Constraints[]>> = {
  text: [
    { minLength: 3 },
    { maxLength: 2 },
    { pattern: '^[a-c]+$' },
    { pattern: '\\d', maxLength: 4 },
    { enum: ['ab'] },
  ],
  choice: [{ pattern: '[ab]' }, { const: 'a' }],
  ruled: [{ maxLength: 1 }, { const: 'a' }],
  numeric: [{ maxLength: 1 }],
  year: [{ pattern: '^20' }],
  date: [{ pattern: '^2020' }],
  email: [{ pattern: 'org$' }, { maxLength: 8 }],
  boolean: [{ const: true }],
  integer: [{ minimum: 1 }, { maximum: 2, minimum: 0 }, { exclusiveMinimum: 1, multipleOf: 2 }],
  number: [{ minimum: 0.5 }, { maximum: 1 }, { exclusiveMaximum: 0.5 }, { multipleOf: 0.5 }],
  list: [{ minItems: 2 }, { maxItems: 1 }],
  tabs: [],
};

/** Ways `area` can depend on `land`: a list per answer, only numeric lists, its own list, or free text. */
const AREAS: readonly Pick<Question, 'dependsOn' | 'options'>[] = [
  { dependsOn: { valueKey: 'land', lists: { a: 'letters', b: 'numbers', c: 'years' } } },
  { dependsOn: { valueKey: 'land', lists: { a: 'numbers', b: 'numbers' } } },
  { dependsOn: { valueKey: 'land' }, options: 'letters' },
  { dependsOn: { valueKey: 'land', lists: { a: 'letters', b: 'numbers' }, otherwise: 'text' } },
];

/** `place` depends on `area`, so on `land` as well. */
const PLACE: Pick<Question, 'dependsOn'> = {
  dependsOn: { valueKey: 'area', lists: { a: 'numbers', b: 'letters', '1': 'letters' } },
};

/**
 * A small form of two pages with conditions across pages: questions of every kind, a tab group (`side`), a pair
 * (`month` with `year`), dependent choices (`land`, `area`, `place`) and an add-another (`more`) of three instances,
 * compiled as in a build.
 */
export const randomDefinition: fc.Arbitrary<RandomForm> = fc
  .array(fc.constantFrom(...ASKED), { minLength: 3, maxLength: 7 })
  .chain((kinds) => {
    const subjects: readonly Subject[] = [
      ...kinds.map((kind, index): Subject => ({ key: `q${index}`, kind })),
      { key: 'side', kind: 'tabs' },
      { key: 'month', kind: 'choice' },
      { key: 'year', kind: 'year' },
      { key: 'land', kind: 'choice' },
      { key: 'area', kind: 'ruled' },
      { key: 'place', kind: 'ruled' },
      ...['more', 'more_2', 'more_3'].flatMap((prefix): readonly Subject[] => [
        { key: `${prefix}_name`, kind: 'text' },
        { key: `${prefix}_age`, kind: 'numeric' },
      ]),
    ];
    const condition = randomCondition(subjects);
    const answerable = subjects.filter(({ kind }) => kind !== 'tabs');
    return fc
      .tuple(
        fc.tuple(...answerable.map((subject) => randomQuestion(subject, condition))),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        fc.constantFrom(...AREAS),
      )
      .map(([drafts, coins, area]) => {
        const questions = drafts.map((each) => placed(dependent(each, area), drafts));
        return { definition: assemble(questions, coins), subjects };
      });
  });

function randomQuestion({ key, kind }: Subject, condition: fc.Arbitrary<Condition>): fc.Arbitrary<Question> {
  const shape = SHAPES[kind];
  const extra = fc.constantFrom({}, ...CONSTRAINTS[kind]);
  const rule = fc.record({
    when: fc.option(condition, { nil: undefined }),
    schema: fc.constantFrom(...CONSTRAINTS[kind]),
  });
  return fc
    .record({
      extra,
      required: fc.boolean(),
      requiredWhen: fc.option(condition, { nil: undefined }),
      visibleWhen: fc.option(condition, { nil: undefined }),
      rules: fc.array(rule, { maxLength: 2 }),
    })
    .map(({ extra: more, required, requiredWhen, visibleWhen, rules }) =>
      question(key, {
        ...shape,
        constraints: { ...shape.constraints, ...more },
        required,
        ...(requiredWhen && !required && { requiredWhen }),
        ...(visibleWhen && { visibleWhen }),
        rules: rules.map(({ when, schema }, index) => ({
          ...(when && { when }),
          schema,
          message: `${key}: rule ${index}`,
        })),
      }),
    );
}

/** Puts the questions on two pages; the first two are in the tabs of `side`. */
function assemble(questions: readonly Question[], coins: readonly boolean[]): FormDefinition {
  const clearing = questions.flatMap(({ key, visibleWhen, dependsOn }, index) =>
    visibleWhen && (coins[index] || dependsOn) ? [{ when: { not: visibleWhen }, keys: [key] }] : [],
  );
  const first = questions.filter(({ key }) => key.startsWith('q'));
  const second = questions.filter(({ key }) => !key.startsWith('q'));
  const one = page(first, {
    id: 'one',
    layout: [tabs('side', ['q0'], ['q1']), ...nodes(...first.slice(2).map(({ key }) => key))],
    clearing,
  });
  const instances = ['more', 'more_2', 'more_3'].map((prefix) => instanceKeys(prefix));
  const two = page(second, {
    id: 'two',
    layout: [...nodes('month', 'land', 'area', 'place'), addAnother('more', ...instances)],
  });
  return form([one, two], { options: OPTIONS });
}

/** Makes two of the questions dependent. */
function dependent(draft: Question, area: Pick<Question, 'dependsOn' | 'options'>): Question {
  if (draft.key === 'area') {
    const target = Object.keys(area.dependsOn?.lists ?? { a: '', c: '' });
    const isText = area.dependsOn?.otherwise === 'text';
    return shownAlso(
      { ...draft, ...area },
      isText ? { valueKey: 'land', operator: 'answered' } : { valueKey: 'land', operator: 'in', target },
    );
  }
  if (draft.key !== 'place') return draft;
  const target = Object.keys(PLACE.dependsOn?.lists ?? {});
  return shownAlso({ ...draft, ...PLACE }, { valueKey: 'area', operator: 'in', target });
}

function placed(draft: Question, all: readonly Question[]): Question {
  const { key } = draft;
  if (key === 'q0') return shownAlso(draft, { valueKey: 'side', operator: 'equals', target: 'east' });
  if (key === 'q1') return shownAlso(draft, { valueKey: 'side', operator: 'equals', target: 'west' });
  if (key === 'month') return { ...draft, parts: ['year'] };
  if (key === 'year')
    return {
      ...shownAs(
        draft,
        all.find((each) => each.key === 'month'),
      ),
      partOf: 'month',
    };
  const later = ['more_2', 'more_3'].find((prefix) => key.startsWith(prefix));
  return later === undefined ? draft : inLaterInstance(draft, instanceKeys(later));
}

function instanceKeys(prefix: string): readonly string[] {
  return [`${prefix}_name`, `${prefix}_age`];
}

function shownAlso(draft: Question, condition: Condition): Question {
  return { ...draft, visibleWhen: draft.visibleWhen ? { all: [condition, draft.visibleWhen] } : condition };
}

/** Gives a part the visibility of its owner. */
function shownAs(draft: Question, owner: Question | undefined): Question {
  const { required, requiredWhen, rules, constraints } = draft;
  return question(draft.key, {
    ...SHAPES.year,
    required,
    rules,
    constraints,
    ...(requiredWhen && { requiredWhen }),
    ...(owner?.visibleWhen && { visibleWhen: owner.visibleWhen }),
  });
}

/** Requires nothing in a later instance before it is started. */
function inLaterInstance({ requiredWhen, ...draft }: Question, keys: readonly string[]): Question {
  const started: Condition = { any: keys.map((valueKey) => ({ valueKey, operator: 'answered' })) };
  if (draft.required) return { ...draft, required: false, requiredWhen: started };
  return { ...draft, ...(requiredWhen && { requiredWhen: { all: [started, requiredWhen] } }) };
}

/** Random answers to such a form: valid, invalid, empty and missing, with any tab and count. */
export function randomState({ definition, subjects }: RandomForm): fc.Arbitrary<FormState> {
  const answers = subjects
    .filter(({ kind }) => kind !== 'tabs')
    .flatMap(({ key, kind }) => [
      fc.tuple(fc.constant(key), randomAnswer(kind)),
      ...(SHAPES[kind].companion ? [fc.tuple(fc.constant(companionKey(key)), randomAnswer('text'))] : []),
    ]);
  return fc.record({
    answers: fc
      .tuple(...answers)
      .map((all) =>
        Object.fromEntries(all.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      ),
    tabs: fc.constantFrom<FormState['tabs']>({}, { side: 'east' }, { side: 'west' }, { side: 'gone' }),
    counts: fc.constantFrom<FormState['counts']>(
      {},
      { more: 1 },
      { more: 2 },
      { more: definition.pages.length + 5 },
    ),
  });
}

function randomAnswer(kind: Kind): fc.Arbitrary<AnswerValue | undefined> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.constantFrom<AnswerValue>(...KINDS[kind].values) },
  );
}
