import { dayOf, shiftComponents, TODAY } from '#form/conditions/date-offset.ts';
import * as fc from 'fast-check';
import { multipleNear } from '#compiler/prove/formulas/answer-values.ts';
import { type OptionsContext, exclusiveOptions, isFreeText, optionsOf } from '#form/answers/option-lists.ts';
import type { AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

const WORDS = ['Zoë', 'João Peña', 'Thị Hồng', 'O’Rourke', 'Märta-Liv', 'Łukasz', 'Québec', 'Éabha', 'Ada'];
const FORMS = ['80208', '3035550142', '17', '(202) 555-0123', '+44 20 7946 0018', '2025', 'ada@example.org'];
const STORY = `It began in the spring, and I have thought about it since.

I asked what I could repair. Señor Ibáñez said: “Come on Saturday.” — I came, eleven times.
What I learned is simple: a rule that looks like a wall to me is often a rail to somebody else.

`;

/** Context of a sample answer. */
export type SampleContext = OptionsContext & {
  /** Identifies the applicant: another seed gives other answers. */
  readonly seed: string;
};

/** Lists candidate answers, best first, determined by seed and question. */
export function sampleAnswers(
  form: FormDefinition,
  question: Question,
  context: SampleContext,
): readonly AnswerValue[] {
  const { constraints, type, dependsOn } = question;
  const hash = hashOf(context.seed, question.key);
  const options = optionsOf(form, question, context).map(({ value }) => value);
  if (type === 'array') {
    const count = Math.min(constraints.maxItems ?? 2, Math.max(constraints.minItems ?? 1, 1 + (hash % 2)));
    const alone = exclusiveOptions(form, question).map(({ value }) => value);
    const others = options.filter((option) => !alone.includes(option));
    const chosen = new Set(others.length > 0 ? rotated(others, hash).slice(0, count) : alone.slice(0, 1));
    return chosen.size > 0 ? [options.filter((option) => chosen.has(option))] : [];
  }
  if (options.length > 0) return rotated(options, hash);
  if (dependsOn?.lists && !isFreeText(question, context.answers)) return [];
  if (type === 'boolean') return constraints.const === true || hash % 2 === 0 ? [true] : [];
  if (type !== 'string') return numbers(question, hash);
  if (constraints.format === 'date')
    return [...dates(question, hash, context.now), ...comparedDays(question, context)];
  return texts(question, hash);
}

/** Hashes two texts to a number (FNV-1a). */
function hashOf(seed: string, key: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}\n${key}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // Keys that differ in the last letter differ mostly in the higher bits.
  return (hash ^ (hash >>> 15)) >>> 0;
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

function numbers({ constraints }: Question, hash: number): readonly number[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf = 1 } = constraints;
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  const most = [maximum ?? [], exclusiveMaximum ?? []].flat();
  const limits = [least, exclusiveMinimum ?? least, ...most];
  const near = limits.flatMap((limit) => [0, 1, -1].map((step) => multipleNear(limit, multipleOf, step)));
  const middle = multipleNear((least + Math.min(least + 1000, ...most)) / 2, multipleOf);
  return rotated([...new Set([...limits, Math.ceil(least), ...near, middle])], hash);
}

/** Returns days in the years between the bounds; by default around the current year. */
function dates({ earliest, latest }: Question, hash: number, now: Date): readonly string[] {
  const from = earliest?.years ?? (latest?.years ?? 0) - 10;
  const to = latest?.years ?? (earliest?.years ?? 0) + 10;
  const years = Array.from({ length: to - from + 1 }, (_, index) => now.getUTCFullYear() + from + index);
  const [month, day] = [1 + (hash % 12), 1 + (hash % 28)].map((part) => String(part).padStart(2, '0'));
  return rotated(years, hash).map((year) => `${year}-${month}-${day}`);
}

/** Returns the days compared with other answers or today, and adjacent days. */
function comparedDays({ relations = [] }: Question, { answers, now }: SampleContext): readonly string[] {
  return relations.flatMap(({ targetKey, offset }) => {
    const other = targetKey === TODAY ? dayOf(now) : String(answers[targetKey] ?? '');
    const parts = shiftComponents(other.split('-'), offset);
    const time = Date.parse(`${parts.join('-')}T00:00:00Z`);
    const days = [0, -1, 1].map((step) => new Date(time + step * DAY_MS));
    return Number.isNaN(time) ? [] : days.map(dayOf);
  });
}

const DAY_MS = 86_400_000;

function texts({ constraints, rules, widget }: Question, hash: number): readonly string[] {
  const all = [constraints, ...rules.map(({ schema }) => schema)];
  const least = Math.max(...all.map(({ minLength = 0 }) => minLength));
  const most = Math.min(...all.map(({ maxLength = 1000 }) => maxLength), 1000);
  const story = STORY.repeat(Math.ceil(1000 / STORY.length))
    .slice(0, most)
    .trim();
  const long = 'x'.repeat(least);
  const patterns = all.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  return [
    ...(constraints.const === undefined ? [] : [String(constraints.const)]),
    ...(widget === 'textarea' ? [story] : []),
    ...(constraints.format === 'email' ? [`ada.${hash % 1000}@example.org`] : []),
    ...(constraints.format === 'uri' ? ['https://example.org/'] : []),
    ...(constraints.format === 'uuid' ? ['0b21b6a4-36f4-4c33-9f0e-6a0a7d2b8c11'] : []),
    ...rotated(WORDS, hash),
    ...FORMS,
    long,
    ...patterns.flatMap(matchingTexts),
  ];
}

/** Whether a student can type the answer: not a file, and not a code filled by a school lookup. */
export function isAnswerable(form: FormDefinition, { widget, partOf }: Question): boolean {
  const writer = partOf === undefined ? undefined : questionsOf(form).get(partOf);
  return widget !== 'file' && writer?.widget !== 'school';
}

/** Generates texts that match a pattern, deterministically; none if not possible. */
function matchingTexts(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 20 });
  } catch {
    return [];
  }
}
