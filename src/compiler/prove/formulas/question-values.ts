import { exclusiveOptions, listedOptions, optionListsOf } from '#form/answers/option-lists.ts';
import { compareDecimals, compareText, isDecimal } from '#form/conditions/compare-values.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { ANSWER_LIMITS, companionKey } from '#form/definition/answer.ts';
import type {
  AnswerValue,
  Comparison,
  Constraints,
  FormDefinition,
  Question,
} from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { Option } from '#form/definition/option-list.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import { FORMAT_PATTERNS, isExistingDay } from '#form/validation/formats.ts';
import { daysAround, meets, numbersAround, oneOfEach } from './answer-values.ts';
import type { Labels } from './domain.ts';
import { DIAL_CODE_PATTERNS, dependsOnDialCode, storedText } from './stored-text.ts';
import { ANY_TEXT, type TextTest, textCells } from './text-values.ts';

/** A question with everything that constrains its answer alone. */
export type Subject = {
  readonly definition: FormDefinition;
  readonly question: Question;
  /** Comparisons with the answer or its label, in any condition. */
  readonly comparisons: readonly Comparison[];
  readonly now: Date;
};

/** Options of all lists of a question, by value. */
const allOptions = memoizeByObject(
  (subject: Subject): ReadonlyMap<string, Option> =>
    new Map(
      listsOf(subject)
        .flat()
        .map((option) => [option.value, option]),
    ),
);

function listsOf({ definition, question, now }: Subject): readonly (readonly Option[])[] {
  return optionListsOf(definition, question).map((list) => listedOptions(list, now));
}

export function labelsOf(subject: Subject): Labels {
  return new Map([...allOptions(subject)].map(([value, { label }]) => [value, label]));
}

/** Valid answers to a single-value question, one per combination the form distinguishes. */
export function singleValues(subject: Subject): readonly AnswerValue[] {
  const candidates = candidatesOf(subject, 1).filter((value) => isRight(value, subject));
  return oneOfEach(candidates, testsOf(subject));
}

/** Serializes everything the form can tell about an answer, for comparison. */
export function signatureOf(value: AnswerValue, subject: Subject): string {
  return testsOf(subject)
    .map((test) => (test(value) ? '1' : '0'))
    .join('');
}

/** Candidate values, valid or not, that represent all cases of an answer and of compared ones. */
export function candidatesOf(
  subject: Subject,
  spread: number,
  compared: readonly Subject[] = [subject],
): readonly AnswerValue[] {
  const { question } = subject;
  if (isDocumentQuestion(question)) return [ATTACHED];
  if (listsOf(subject).length > 0) {
    const options = [...allOptions(subject).keys()];
    return mayBeText(question) ? [...options, ...textsOf(compared, spread)] : options;
  }
  switch (question.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return numbersAround([0, 1, ...limitsOf(subject)], {
        isWhole: question.type === 'integer',
        spread,
        factors: compared.flatMap((each) =>
          constraintsOf(each.question).flatMap(({ multipleOf }) => multipleOf ?? []),
        ),
      });
    default:
      return question.constraints.format === 'date'
        ? daysAround([...daysOf(subject), ...calendarLimits(subject)], spread)
        : textsOf(compared, spread);
  }
}

function mayBeText({ dependsOn }: Question): boolean {
  return dependsOn?.otherwise !== undefined;
}

/** Comparator for numbers, dates and numeric options, as in the engine. */
export function compareInOrder(one: AnswerValue, other: AnswerValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one), String(other)];
  if (isDecimal(left) && isDecimal(right)) return compareDecimals(left, right);
  return compareText(left, right);
}

/** Whether an answer satisfies its unconditional constraints. */
export function isRight(value: AnswerValue, subject: Subject): boolean {
  const { question, now } = subject;
  if (listsOf(subject).length > 0 && !mayBeText(question)) {
    if (!allOptions(subject).has(String(value))) return false;
  }
  return (
    isStorable(value, question) &&
    alwaysOf(question).every((constraints) => meets(value, constraints)) &&
    brokenBounds(question, value, now).length === 0
  );
}

/** Returns the unconditional constraints of a question. */
export function alwaysOf({ constraints, rules }: Question): readonly Constraints[] {
  return [constraints, ...rules.flatMap(({ when, schema }) => (when ? [] : [schema]))];
}

/** Whether the control can produce the answer and the server stores it. */
function isStorable(value: AnswerValue, question: Question): boolean {
  if (question.type === 'integer') return Number.isInteger(value);
  if (typeof value !== 'string') return true;
  const { pattern = '' } = storedText(question) ?? {};
  return value.length <= ANSWER_LIMITS.characters && new RegExp(pattern, 'u').test(value);
}

function testsOf(subject: Subject): readonly ((value: AnswerValue) => boolean)[] {
  const { question, comparisons } = subject;
  const labels = labelsOf(subject);
  const members = (question.dependsOn?.lists ? listsOf(subject) : []).map(
    (list) => new Set(list.map(({ value }) => value)),
  );
  return [
    ...comparisons.map(
      (comparison) => (value: AnswerValue) =>
        evaluateCondition(comparison, {
          [question.key]: value,
          [companionKey(question.key)]: labels.get(String(value)) ?? String(value),
        }),
    ),
    ...[...question.rules.map(({ schema }) => schema), ...dialCodePatterns(subject)].map(
      (schema) => (value: AnswerValue) => meets(value, schema),
    ),
    ...members.map((known) => (value: AnswerValue) => known.has(String(value))),
  ];
}

/** Patterns that distinguish a dial code and the number next to it. */
function dialCodePatterns({ definition, question }: Subject): readonly { readonly pattern: string }[] {
  const number = question.partOf === undefined ? undefined : questionsOf(definition).get(question.partOf);
  if (number && dependsOnDialCode(number)) return [{ pattern: DIAL_CODE_PATTERNS.code }];
  return dependsOnDialCode(question) ? [{ pattern: DIAL_CODE_PATTERNS.number }] : [];
}

/** Returns all constraints, unconditional and conditional. */
function constraintsOf({ constraints, rules }: Question): readonly Constraints[] {
  return [constraints, ...rules.map(({ schema }) => schema)];
}

/** Numbers the form compares an answer with. */
function limitsOf({ question, comparisons }: Subject): readonly number[] {
  return [
    ...constraintsOf(question).flatMap(
      ({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, const: fixed, enum: values }) => [
        minimum,
        exclusiveMinimum,
        maximum,
        exclusiveMaximum,
        fixed,
        ...(values ?? []),
      ],
    ),
    ...comparisons.map(({ target }) => target),
  ].filter((limit) => typeof limit === 'number');
}

/** Days the form compares an answer with. */
function daysOf({ question, comparisons }: Subject): readonly string[] {
  const values = [
    ...constraintsOf(question).flatMap(({ const: fixed, enum: listed }) => [fixed, ...(listed ?? [])]),
    ...comparisons.flatMap(({ target }) => target ?? []),
  ];
  return values.filter((value) => typeof value === 'string').filter((value) => isExistingDay(value));
}

/** Today and the ends of the year, and the same shifted by the question's bounds. */
function calendarLimits({ question, now }: Pick<Subject, 'question' | 'now'>): readonly string[] {
  const years = [0, question.earliest?.years ?? 0, question.latest?.years ?? 0];
  return years.flatMap((shift) => {
    const year = String(now.getUTCFullYear() + shift).padStart(4, '0');
    const today = `${year}-${now.toISOString().slice(5, 10)}`;
    return [isExistingDay(today) ? today : `${year}-02-28`, `${year}-01-01`, `${year}-12-31`];
  });
}

/** Returns the options of a multiple choice that exclude all others. */
export function exclusiveValues({ definition, question }: Subject): ReadonlySet<string> {
  return new Set(exclusiveOptions(definition, question).map(({ value }) => value));
}

/** Groups the options of a multiple choice that nothing in the form distinguishes. */
export function optionGroups(subject: Subject): readonly (readonly string[])[] {
  const tests = subject.comparisons.flatMap(({ target }) =>
    target === undefined ? [] : [new Set<unknown>([target].flat())],
  );
  const values = [...allOptions(subject).keys()];
  const alone = exclusiveValues(subject);
  const signature = (value: string): string =>
    tests.map((known) => (known.has(value) ? '1' : '0')).join('') + (alone.has(value) ? value : '');
  return [...Map.groupBy(values, signature).values()];
}

/** Returns the highest number of options that a constraint refers to. */
export function highestCount({ question }: Subject): number {
  return Math.max(
    0,
    ...constraintsOf(question).flatMap(({ minItems, maxItems }) => [minItems ?? 0, maxItems ?? 0]),
  );
}

/** Representative texts of every kind the form distinguishes, the `spread` shortest of each. */
function textsOf(subjects: readonly Subject[], spread: number): readonly string[] {
  const stored = subjects.map(({ question }) => storedText(question)?.pattern ?? ANY_TEXT);
  const isAlike = new Set(stored).size === 1;
  const tests = [
    ...subjects.flatMap(subjectTests),
    ...(isAlike ? [] : stored.map((pattern) => ({ pattern }))),
  ];
  const answer = isAlike ? stored[0] : ANY_TEXT;
  const found: string[] = [];
  for (let round = 0; round < spread; round += 1) {
    const others = found.length > 0 ? [...tests, { among: [...found] }] : tests;
    const more = textCells(others, answer).filter(
      ({ holds }) => found.length === 0 || holds.at(-1) === false,
    );
    found.push(...more.map(({ example }) => example));
  }
  const bounded = subjects.filter(({ question: { earliest, latest } }) => earliest || latest);
  return [...found, ...bounded.flatMap(calendarLimits).map((day) => day.slice(0, 4))];
}

function subjectTests(subject: Subject): readonly TextTest[] {
  const { question, comparisons } = subject;
  // No maximum length is needed: the shortest text of a kind satisfies it, or none does.
  const { maxLength: _maxLength, ...own } = question.constraints;
  const compared = comparisons.flatMap(({ target }) => {
    const targets = [target ?? []].flat().filter((each) => typeof each === 'string');
    return targets.length > 0 ? [{ among: targets }] : [];
  });
  const constraints = constraintsOf({ ...question, constraints: own });
  return [...constraints.flatMap(textTestsOf), ...compared, ...dialCodePatterns(subject)];
}

function textTestsOf(constraints: Constraints): readonly TextTest[] {
  const { minLength, maxLength, pattern, format, const: fixed, enum: values } = constraints;
  const patterns = [pattern, format && FORMAT_PATTERNS[format]];
  const among = [fixed, ...(values ?? [])].filter((value) => typeof value === 'string');
  return [
    ...(minLength === undefined ? [] : [{ minLength }]),
    ...(maxLength === undefined ? [] : [{ maxLength }]),
    ...patterns.flatMap((each) => (each === undefined ? [] : [{ pattern: each }])),
    ...(among.length === 0 ? [] : [{ among }]),
  ];
}
