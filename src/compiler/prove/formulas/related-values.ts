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
      for (const [index, key] of keys.entries()) join(key, targetKeys[index] ?? key);
    }
  }
  return [...new Set(groups.values())].map((keys) => [...keys].flatMap((key) => subjects.get(key) ?? []));
}

function valuesOf(group: readonly Subject[]): ReadonlyMap<string, readonly AnswerValue[]> {
  const candidates = group.flatMap((subject) => candidatesOf(subject, group.length));
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
    if (run.length <= group.length) kept.add(value);
  }
  return new Map(
    group.map((subject, index) => [
      subject.question.key,
      [...(signatures[index]?.keys() ?? [])].filter((value) => kept.has(value)),
    ]),
  );
}
