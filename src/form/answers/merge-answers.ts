import type { Answers, AnswerValue } from '../definition/definition.ts';
import { ownProperty } from '../definition/own-property.ts';
import { EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';

/** Saved answers; `versions` holds the overall version of each key's last change. */
export type StoredAnswers = {
  readonly answers: Answers;
  readonly versions: Readonly<Record<string, number>>;
  /** Incremented with each change, from 0. */
  readonly version: number;
};

/** Version of an answer that was carried over from an earlier application; saving it, even unchanged, confirms it. */
export const CARRIED = 0;

/** Question key → its two conflicting values. */
export type Conflicts = Readonly<
  Record<string, { readonly mine: AnswerValue; readonly theirs: AnswerValue }>
>;

export type MergeResult =
  | (StoredAnswers & { readonly kind: 'merged'; readonly changed: readonly string[] })
  | { readonly kind: 'conflict'; readonly conflicts: Conflicts };

/**
 * Merges a change into saved answers by key, or returns every conflict (docs/behavior.md 3.1).
 *
 * A key changed elsewhere after `baseVersion`, to another value, is a conflict; so is every change based on a version
 * that does not exist yet, as after restoring a backup. Without `baseVersion` the last writer wins.
 *
 * @param delta validated by `checkAnswers`
 * @param derived consequences of the change, such as labels: saved with it, never in conflict
 */
export function mergeAnswers(
  stored: StoredAnswers,
  delta: Answers,
  baseVersion?: number,
  derived: Answers = {},
): MergeResult {
  const requested = changesTo(stored, delta);
  const isNewer = (key: string, base: number): boolean => (ownProperty(stored.versions, key) ?? 0) > base;
  const conflicts = requested.filter(
    ([key]) => baseVersion !== undefined && (isNewer(key, baseVersion) || baseVersion > stored.version),
  );
  if (conflicts.length > 0) {
    const theirs = (key: string): AnswerValue => answerByKey(stored.answers, key) ?? EMPTY_ANSWER;
    const pairs = conflicts.map(([key, mine]) => [key, { mine, theirs: theirs(key) }] as const);
    return { kind: 'conflict', conflicts: Object.fromEntries(pairs) };
  }
  const changes = [...requested, ...changesTo(stored, derived)];
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
    ([key, mine]) =>
      isMovedAway(stored, key) ||
      ownProperty(stored.versions, key) === CARRIED ||
      !isSameAnswer(answerByKey(stored.answers, key), mine),
  );
}

/** Whether a newer server migrated the answer to another key; emptying it is then a change to migrate too. */
function isMovedAway({ answers, versions }: StoredAnswers, key: string): boolean {
  return Object.hasOwn(versions, key) && !Object.hasOwn(answers, key);
}

/** Whether two answers are equal; missing equals empty, lists are ordered. */
export function isSameAnswer(first: AnswerValue | undefined, second: AnswerValue | undefined): boolean {
  if (!isAnswered(first) || !isAnswered(second)) return isAnswered(first) === isAnswered(second);
  if (typeof first === 'object' && typeof second === 'object') {
    return first.length === second.length && first.every((item, index) => item === second[index]);
  }
  return first === second;
}
