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
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = constraints;
  return value >= minimum && value > exclusiveMinimum && value <= maximum;
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

/** Representative numbers for comparisons with `limits`. */
export function numbersAround(
  limits: readonly number[],
  { isWhole, spread }: { readonly isWhole: boolean; readonly spread: number },
): readonly number[] {
  const steps = Array.from({ length: 2 * spread + 1 }, (_, index) => index - spread);
  const whole = limits.flatMap((limit) => steps.map((step) => Math.round(limit) + step));
  if (isWhole) return distinct(whole).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const sorted = distinct([...limits, ...whole]).toSorted((a, b) => a - b);
  const between = sorted.slice(1).flatMap((limit, index) => {
    const below = sorted[index] ?? limit;
    return steps.slice(spread).map((step) => below + ((limit - below) * (step + 1)) / (spread + 2));
  });
  return distinct([...sorted, ...between]);
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
