import type { AnswerValue } from '#form/definition/definition.ts';
import { type Subject, candidatesOf, compareInOrder, isRight, signatureOf } from './question-values.ts';

/** Values of compared questions. Of indistinguishable ones as many as questions: more allow no further order. */
export function relatedValues(
  subjects: ReadonlyMap<string, Subject>,
): ReadonlyMap<string, readonly AnswerValue[]> {
  return new Map(groupsOf(subjects).flatMap((group) => [...valuesOf(group)]));
}

/** The questions that relations connect, directly or through others. */
function groupsOf(subjects: ReadonlyMap<string, Subject>): readonly (readonly Subject[])[] {
  const groups = new Map<string, Set<string>>();
  const join = (one: string, other: string): void => {
    const joined = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
    for (const key of joined) groups.set(key, joined);
  };
  for (const { question } of subjects.values()) {
    for (const { keys, targetKeys } of question.relations ?? []) {
      const isAlike = keys.length === targetKeys.length;
      for (const [index, key] of keys.entries()) join(key, targetKeys[index] ?? key);
      // A day is compared with a month and its year together.
      if (!isAlike) for (const key of [...keys, ...targetKeys]) join(keys[0] ?? key, key);
    }
  }
  return [...new Set(groups.values())].map((keys) => [...keys].flatMap((key) => subjects.get(key) ?? []));
}

function valuesOf(group: readonly Subject[]): ReadonlyMap<string, readonly AnswerValue[]> {
  const days = daysOfMonths(group);
  const candidates = [...group.flatMap((subject) => candidatesOf(subject, group.length, group)), ...days];
  const union = [...new Set(candidates)].toSorted(compareInOrder);
  const signatures = group.map((subject) => {
    const type = subject.question.type === 'integer' ? 'number' : subject.question.type;
    const right = union.filter((value) => typeof value === type && isRight(value, subject));
    return new Map(right.map((value) => [value, signatureOf(value, subject)]));
  });
  const kept = new Set<AnswerValue>();
  let run = { name: '', length: 0 };
  for (const value of union) {
    const name = JSON.stringify(signatures.map((own) => own.get(value) ?? '-'));
    run = { name, length: name === run.name ? run.length + 1 : 1 };
    if (run.length <= group.length || days.length > 0) kept.add(value);
  }
  return new Map(
    group.map((subject, index) => [
      subject.question.key,
      [...(signatures[index]?.keys() ?? [])].filter((value) => kept.has(value)),
    ]),
  );
}

/** Days in each month of the years that dates are compared with. One for each date question. */
function daysOfMonths(group: readonly Subject[]): readonly string[] {
  const dates = group.filter(({ question }) => question.constraints.format === 'date');
  if (dates.length === 0 || dates.length === group.length) return [];
  const listed = group.flatMap((subject) => (dates.includes(subject) ? [] : candidatesOf(subject, 1)));
  const years = new Set(listed.map(String).filter((value) => /^\d{4}$/.test(value)));
  return [...years].flatMap((year) =>
    MONTHS.flatMap((month) =>
      dates.map((_, index) => `${year}-${month}-${String(index + 1).padStart(2, '0')}`),
    ),
  );
}

const MONTHS = '01 02 03 04 05 06 07 08 09 10 11 12'.split(' ');
