import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { comparedWithin, comparisonsWithin } from '#form/conditions/condition-parts.ts';
import { isMet } from '#form/conditions/compare-answers.ts';
import { dayOf, TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerValue, Constraints, Operator, Question } from '#form/definition/definition.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/** Reference date for calendar bounds. */
export const NOW = new Date('2026-11-21T01:00:00Z');
const OPTIONS = ['x', 'y', 'z'];
const EXCLUSIVE = 'z';
export const LETTER_OPTIONS = OPTIONS.map((value) => ({
  value,
  label: value.toUpperCase(),
  ...(value === EXCLUSIVE && ({ exclusive: true } as const)),
}));

const LETTERS = ['a', 'b', 'c'];
/** Surrounding blanks are not stored. */
const TEXTS = [
  ...words([...LETTERS, ' '], 3).filter((text) => text === text.trim()),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `${first}@c.c${last}`)),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `http://${first}.${last}`)),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `${first}0000000-0000-0000-0000-00000000000${last}`)),
];

/** All answers to a question of a kind, or enough to represent all. */
const ANSWERS = {
  boolean: [true, false],
  choice: OPTIONS,
  number: range(5),
  decimal: range(33).map((step) => step / 16),
  text: TEXTS,
  date: range(1600).map((day) => new Date(Date.UTC(2023, 10, 1 + day)).toISOString().slice(0, 10)),
  year: ['2024', '2025', '2026'],
  month: ['5', '6'],
  displayOnly: OPTIONS,
  textarea: words([...LETTERS, ' ', '\n'], 2).filter((text) => text.trim() !== ''),
  socialSecurity: [
    '1',
    '123',
    '123-4',
    '123-45-67',
    '123-45-678',
    '123-45-6789',
    '987-65-4321',
    '1234567890',
  ],
  digits: ['1', '2025', '2025550123', '3035550142', '20255501234'],
  phone: [
    '(2',
    '(202) 5',
    '(202) 555-01',
    '(202) 555-0123',
    '(303) 555-0142',
    '5',
    '20255',
    '2025550123',
    '3035550142',
    '20255501234',
  ],
  list: range(7)
    .map((set) => OPTIONS.filter((_, index) => ((set + 1) & (1 << index)) !== 0))
    .filter((chosen) => chosen.length === 1 || !chosen.includes(EXCLUSIVE)),
  dependent: [...OPTIONS, ...words(['a', 'b', 'u'], 2)],
} as const satisfies Readonly<Record<string, readonly AnswerValue[]>>;

export type Kind = keyof typeof ANSWERS;

export function isKind(name: string): name is Kind {
  return name in ANSWERS;
}

type KindOfQuestion = {
  readonly question: Pick<Question, 'type'> & Partial<Question>;
  /** List of a second question of the same widget. */
  readonly part?: 'years' | 'codes';
  readonly keywords: readonly Constraints[];
  readonly targets: readonly AnswerValue[];
  readonly operators?: readonly Operator[];
  readonly compared?: 'ordered' | 'same';
  readonly size: number;
};

const TABLE = path.resolve(import.meta.dirname, '../../fixtures/question-kinds.yaml');
export const KINDS: Readonly<Record<Kind, KindOfQuestion>> = parse(readFileSync(TABLE, 'utf8'));

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Every nonempty text over some letters up to a length. */
function words(letters: readonly string[], most: number): readonly string[] {
  const shorter = most === 1 ? [''] : ['', ...words(letters, most - 1)];
  return letters.flatMap((letter) => shorter.map((rest) => letter + rest));
}

const ajv = new Ajv({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** Whether a JSON Schema validator accepts the answer. */
export function keeps(value: AnswerValue, constraints: Constraints): boolean {
  const { format } = constraints;
  const name = JSON.stringify(constraints);
  const patterns = format === undefined ? [] : [{ pattern: FORMAT_PATTERNS[format] }];
  const validate = validators.get(name) ?? ajv.compile({ allOf: [constraints, ...patterns] });
  validators.set(name, validate);
  return validate(value);
}

/** Whether the answer is valid apart from other answers. */
export function isRightAlone(value: AnswerValue, question: Question): boolean {
  const always = question.rules.flatMap(({ when, schema }) => (when ? [] : [schema]));
  const isKept = [question.constraints, ...always].every((each) => keeps(value, each));
  return isKept && brokenBounds(question, value, NOW).length === 0;
}

/** Answers that a form distinguishes, with one per question of each equivalent kind. */
export function distinctAnswers(kind: Kind, form: readonly Question[]): readonly AnswerValue[] {
  if (ANSWERS[kind].length < 10) return ANSWERS[kind];
  const questions = form.filter(({ label }) => label === kind);
  const conditions = form.flatMap(({ visibleWhen, requiredWhen, rules, relations = [] }) => [
    visibleWhen,
    requiredWhen,
    ...[...rules, ...relations].map(({ when }) => when),
  ]);
  const compared = conditions
    .flatMap(comparisonsWithin)
    .filter(({ valueKey }) => questions.some(({ key }) => key === valueKey));
  const relations = questions.flatMap((each) => each.relations ?? []);
  const withToday = [...relations, ...comparedWithin(conditions)].filter(
    ({ targetKey }) => targetKey === TODAY,
  );
  const limits = questions.flatMap(({ constraints, rules }) => [
    constraints,
    ...rules.map(({ schema }) => schema),
  ]);
  const signature = (value: AnswerValue): string =>
    JSON.stringify([
      compared.map((each) => evaluateCondition(each, { [each.valueKey]: value })),
      limits.map((each) => keeps(value, each)),
      questions.map((each) => brokenBounds(each, value, NOW)),
      withToday.map((each) => isMet({ ...each, keys: ['it'] }, { it: value, [TODAY]: dayOf(NOW) })),
      // Days are comparable with years and months, decimals with integers.
      kind === 'date' && [
        String(value).slice(0, 4),
        Math.min(7, Math.max(4, Number(String(value).slice(5, 7)))),
      ],
      kind === 'phone' && /^[(]|^[0-9]{11}/.exec(String(value)),
      kind === 'decimal' && [Math.floor(Number(value)), Number.isInteger(value)],
    ]);
  const count = new Map<string, number>();
  let before = '';
  return ANSWERS[kind].filter((value: AnswerValue) => {
    const name = signature(value);
    const isNewRun = KINDS[kind].compared === 'ordered' && name !== before;
    count.set(name, isNewRun ? 1 : (count.get(name) ?? 0) + 1);
    before = name;
    return (count.get(name) ?? 0) <= Math.max(1, questions.length);
  });
}
