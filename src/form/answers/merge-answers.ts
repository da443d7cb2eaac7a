import type { Answers, AnswerValue } from '../definition/definition.ts';
import { EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';

/** The saved answers; `versions` holds the version of the whole in which each key last changed. */
export type StoredAnswers = {
  readonly answers: Answers;
  readonly versions: Readonly<Record<string, number>>;
  /** Counts up by one with each change, from 0. */
  readonly version: number;
};

/** Question key → the two values it was given in two places. */
export type Conflicts = Readonly<
  Record<string, { readonly mine: AnswerValue; readonly theirs: AnswerValue }>
>;

export type MergeResult =
  | (StoredAnswers & { readonly kind: 'merged'; readonly changed: readonly string[] })
  | { readonly kind: 'conflict'; readonly conflicts: Conflicts };

/**
 * Merges a change into saved answers key by key, or returns every conflict (docs/behavior.md 3.1).
 *
 * A key that somebody else changed after `baseVersion`, to another value, is a conflict; so is all that would change
 * where the version does not exist yet, as after a restored backup. Without `baseVersion` the last writer wins.
 *
 * @param delta checked by `checkAnswers`
 * @param derived what follows from the change, as labels do: written with it, never a conflict
 */
export function mergeAnswers(
  stored: StoredAnswers,
  delta: Answers,
  baseVersion?: number,
  derived: Answers = {},
): MergeResult {
  const asked = changesTo(stored, delta);
  const conflicts = asked.filter(
    ([key]) =>
      baseVersion !== undefined && (versionOf(stored, key) > baseVersion || baseVersion > stored.version),
  );
  if (conflicts.length > 0) {
    const theirs = (key: string): AnswerValue => answerByKey(stored.answers, key) ?? EMPTY_ANSWER;
    const pairs = conflicts.map(([key, mine]) => [key, { mine, theirs: theirs(key) }] as const);
    return { kind: 'conflict', conflicts: Object.fromEntries(pairs) };
  }
  const changes = [...asked, ...changesTo(stored, derived)];
  const changed = changes.map(([key]) => key);
  const version = changed.length > 0 ? stored.version + 1 : stored.version;
  return {
    kind: 'merged',
    answers: { ...stored.answers, ...Object.fromEntries(changes) },
    versions: { ...stored.versions, ...Object.fromEntries(changed.map((key) => [key, version])) },
    version,
    changed,
  };
}

function changesTo(stored: StoredAnswers, delta: Answers): readonly (readonly [string, AnswerValue])[] {
  return Object.entries(delta).filter(
    ([key, mine]) => isMovedAway(stored, key) || !isSameAnswer(answerByKey(stored.answers, key), mine),
  );
}

/** True where a newer server moved an answer to another key; emptying it is then a change that it moves, too. */
function isMovedAway({ answers, versions }: StoredAnswers, key: string): boolean {
  return Object.hasOwn(versions, key) && !Object.hasOwn(answers, key);
}

/** True when two answers are the same; never answered and emptied are the same, lists are compared in order. */
export function isSameAnswer(first: AnswerValue | undefined, second: AnswerValue | undefined): boolean {
  if (!isAnswered(first) || !isAnswered(second)) return isAnswered(first) === isAnswered(second);
  if (typeof first === 'object' && typeof second === 'object') {
    return first.length === second.length && first.every((item, index) => item === second[index]);
  }
  return first === second;
}

function versionOf(stored: StoredAnswers, key: string): number {
  return Object.hasOwn(stored.versions, key) ? (stored.versions[key] ?? 0) : 0;
}
