import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers } from '#form/definition/definition.ts';
import type { Conflicts } from './autosave-state.ts';

/** The entries of `after` that differ from `before`. */
export function changesBetween(before: Answers, after: Answers): Answers {
  return keep(after, (key, value) => !isSameAnswer(before[key], value));
}

/** `answers` without the entries that `sent` holds with the same value. */
export function withoutSent(answers: Answers, sent: Answers): Answers {
  return keep(answers, (key, value) => !(key in sent) || !isSameAnswer(sent[key], value));
}

/** The map without these keys. */
export function withoutKeys<Value>(
  map: Readonly<Record<string, Value>>,
  keys: Iterable<string>,
): Readonly<Record<string, Value>> {
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => !dropped.has(key)));
}

/** Which of my answers that are not saved yet were answered otherwise elsewhere. */
export function conflictsBetween(mine: Answers, theirs: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(mine).flatMap(([key, value]) => {
      const other = theirs[key];
      return other === undefined || isSameAnswer(value, other) ? [] : [[key, { mine: value, theirs: other }]];
    }),
  );
}

/** The same conflicts, with what the student typed since then. */
export function withMine(conflicts: Conflicts, delta: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(conflicts).map(([key, pair]) => [key, { ...pair, mine: delta[key] ?? pair.mine }]),
  );
}

function keep(answers: Answers, isKept: (key: string, value: AnswerValue) => boolean): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key, value]) => isKept(key, value)));
}
