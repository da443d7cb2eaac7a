import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { comparisonsWithin } from '#form/conditions/condition-parts.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerValue, Constraints, Operator, Question } from '#form/definition/definition.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/** Today, for bounds that are counted from it. */
export const NOW = new Date('2026-11-21T01:00:00Z');
export const OPTIONS = ['x', 'y', 'z'];

const LETTERS = ['a', 'b', 'c'];
/** Blanks around a text are not stored. */
const TEXTS = [
  ...words([...LETTERS, ' '], 3).filter((text) => text === text.trim()),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `${first}@c.c${last}`)),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `http://${first}.${last}`)),
  ...LETTERS.flatMap((first) => LETTERS.map((last) => `${first}0000000-0000-0000-0000-00000000000${last}`)),
];

/** All answers to a question of a kind, or so many that each further one is like one of these. */
const ANSWERS = {
  boolean: [true, false],
  choice: OPTIONS,
  number: range(5),
  decimal: range(33).map((step) => step / 16),
  text: TEXTS,
  date: range(1600).map((day) => new Date(Date.UTC(2023, 10, 1 + day)).toISOString().slice(0, 10)),
  year: ['2024', '2025', '2026'],
  month: ['5', '6'],
  list: range(7).map((set) => OPTIONS.filter((_, index) => ((set + 1) & (1 << index)) !== 0)),
  dependent: [...OPTIONS, ...words(['a', 'b', 'u'], 2)],
} as const satisfies Readonly<Record<string, readonly AnswerValue[]>>;

export type Kind = keyof typeof ANSWERS;

export function isKind(name: string): name is Kind {
  return name in ANSWERS;
}

type KindOfQuestion = {
  readonly question: Pick<Question, 'type'> & Partial<Question>;
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

/** Every text of some letters up to a length, without the empty one. */
function words(letters: readonly string[], most: number): readonly string[] {
  const shorter = most === 1 ? [''] : ['', ...words(letters, most - 1)];
  return letters.flatMap((letter) => shorter.map((rest) => letter + rest));
}

const ajv = new Ajv({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** True for an answer that a validator of JSON Schema takes. */
export function keeps(value: AnswerValue, constraints: Constraints): boolean {
  const { format } = constraints;
  const name = JSON.stringify(constraints);
  const patterns = format === undefined ? [] : [{ pattern: FORMAT_PATTERNS[format] }];
  const validate = validators.get(name) ?? ajv.compile({ allOf: [constraints, ...patterns] });
  validators.set(name, validate);
  return validate(value);
}

/** True for an answer that is right as far as it depends on no other answer. */
export function isRightAlone(value: AnswerValue, question: Question): boolean {
  const always = question.rules.flatMap(({ when, schema }) => (when ? [] : [schema]));
  const isKept = [question.constraints, ...always].every((each) => keeps(value, each));
  return isKept && brokenBounds(question, value, NOW).length === 0;
}

/** Answers of a kind that a form distinguishes. Of like ones (neighbors, where they have an order) one per question. */
export function distinctAnswers(kind: Kind, form: readonly Question[]): readonly AnswerValue[] {
  if (ANSWERS[kind].length < 10) return ANSWERS[kind];
  const questions = form.filter(({ label }) => label === kind);
  const compared = form
    .flatMap(({ visibleWhen, requiredWhen, rules, relations = [] }) =>
      [visibleWhen, requiredWhen, ...[...rules, ...relations].map(({ when }) => when)].flatMap(
        comparisonsWithin,
      ),
    )
    .filter(({ valueKey }) => questions.some(({ key }) => key === valueKey));
  const limits = questions.flatMap(({ constraints, rules }) => [
    constraints,
    ...rules.map(({ schema }) => schema),
  ]);
  const signature = (value: AnswerValue): string =>
    JSON.stringify([
      compared.map((each) => evaluateCondition(each, { [each.valueKey]: value })),
      limits.map((each) => keeps(value, each)),
      questions.map((each) => brokenBounds(each, value, NOW)),
      // Days are compared with years and months, decimals with whole numbers.
      kind === 'date' && [
        String(value).slice(0, 4),
        Math.min(7, Math.max(4, Number(String(value).slice(5, 7)))),
      ],
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
