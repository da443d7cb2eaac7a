import { isAnswered } from '#form/definition/answer.ts';
import type { AnswerValue, Constraints } from '#form/definition/definition.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/** Whether an answer satisfies JSON Schema keywords, as in the compiled validators (draft-07). */
export function meets(value: AnswerValue, constraints: Constraints): boolean {
  if (constraints.const !== undefined && value !== constraints.const) return false;
  if (constraints.enum !== undefined && !constraints.enum.includes(value)) return false;
  if (typeof value === 'string') return meetsText(value, constraints);
  if (typeof value === 'number') return meetsNumber(value, constraints);
  const { minItems = 0, maxItems = Infinity } = constraints;
  return typeof value === 'boolean' || (value.length >= minItems && value.length <= maxItems);
}

function meetsText(text: string, { minLength, maxLength, pattern, format }: Constraints): boolean {
  const length = Array.from(text).length;
  if (length < (minLength ?? 0) || length > (maxLength ?? Infinity)) return false;
  const patterns = [pattern, format === undefined ? undefined : FORMAT_PATTERNS[format]];
  return patterns.every((each) => each === undefined || new RegExp(each, 'u').test(text));
}

function meetsNumber(value: number, constraints: Constraints): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, multipleOf } = constraints;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = constraints;
  const isWithin =
    value >= minimum && value > exclusiveMinimum && value <= maximum && value < exclusiveMaximum;
  return isWithin && (multipleOf === undefined || multipleNear(value, multipleOf) === value);
}

/** Returns the multiple of a step that is closest to a number, without rounding errors. */
export function multipleNear(value: number, step: number, further = 0): number {
  return Number(((Math.round(value / step) + further) * step).toPrecision(15));
}

/** Representative days for comparisons with `days`: up to `spread` days before and after each. */
export function daysAround(days: readonly string[], spread: number): readonly string[] {
  const around = days.flatMap((day) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(time)) return [];
    return Array.from({ length: 2 * spread + 1 }, (_, index) => time + (index - spread) * DAY);
  });
  return [...new Set(around)]
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time).toISOString().slice(0, 10))
    .filter((day) => /^\d{4}-/.test(day));
}

const DAY = 86_400_000;

/** Representative numbers for comparisons with `limits`, and multiples of combinations of `factors`. */
export function numbersAround(
  limits: readonly number[],
  {
    isWhole,
    spread,
    factors,
  }: { readonly isWhole: boolean; readonly spread: number; readonly factors: readonly number[] },
): readonly number[] {
  const steps = Array.from({ length: 2 * spread + 1 }, (_, index) => index - spread);
  // Among this many multiples of one factor, one is no multiple of any other.
  const reach = spread + 2 * factors.length;
  const multiples = limits.flatMap((limit) =>
    commonMultiples(isWhole ? [1, ...factors] : factors).flatMap((factor) =>
      Array.from({ length: 2 * reach + 1 }, (_, index) => multipleNear(limit, factor, index - reach)),
    ),
  );
  const near = limits.flatMap((limit) => steps.map((step) => Math.round(limit) + step));
  const whole = [...near, ...multiples];
  if (isWhole) return distinct(whole).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const sorted = distinct([...limits, ...whole]).toSorted((a, b) => a - b);
  const between = sorted.slice(1).flatMap((limit, index) => {
    const below = sorted[index] ?? limit;
    return steps.slice(spread).map((step) => below + ((limit - below) * (step + 1)) / (spread + 2));
  });
  return distinct([...sorted, ...between]);
}

/** Returns the least common multiple of each combination of factors. */
function commonMultiples(factors: readonly number[]): readonly number[] {
  return factors.reduce<readonly number[]>(
    (known, factor) =>
      distinct([...known, factor, ...known.map((other) => leastCommonMultiple(other, factor))]),
    [],
  );
}

function leastCommonMultiple(one: number, other: number): number {
  let multiple = one;
  // Bounded, since nothing that a form compares with is further away.
  for (let count = 1; count < 10_000 && multipleNear(multiple, other) !== multiple; count += 1)
    multiple = multipleNear(multiple, one, 1);
  return multiple;
}

function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)];
}

/** Returns the first value per combination of test results, without blanks. */
export function oneOfEach<Value extends AnswerValue>(
  values: readonly Value[],
  tests: readonly ((value: Value) => boolean)[],
): readonly Value[] {
  const found = new Map<string, Value>();
  for (const value of values) {
    if (!isAnswered(value)) continue;
    const signature = tests.map((test) => (test(value) ? '1' : '0')).join('');
    if (!found.has(signature)) found.set(signature, value);
  }
  return [...found.values()];
}
