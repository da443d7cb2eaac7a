import type { AddAnotherNode, Answers, AnswerValue, FormState } from '../definition/definition.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';

/** How many instances of a repeatable group show at least, and show at first. */
export function fewestInstances({ min }: Pick<AddAnotherNode, 'min'>): number {
  return min ?? 1;
}

/** How many instances of a group show: the stored count, within its bounds, and all with answers. */
export function instanceCount(node: AddAnotherNode, state: Pick<FormState, 'answers' | 'counts'>): number {
  const fewest = fewestInstances(node);
  const stored = Object.hasOwn(state.counts, node.id) ? (state.counts[node.id] ?? fewest) : fewest;
  const answered = node.instances.findLastIndex((instance) =>
    instance.keys.some((key) => isAnswered(answerByKey(state.answers, key))),
  );
  return Math.min(Math.max(stored, answered + 1, fewest), node.max);
}

/**
 * Takes one instance out of a repeatable group. The later instances move down by one, labels
 * (`<key>_desc`) included, so that no hole is left; what becomes free at the end is emptied by the empty
 * marker, because a missing key would not delete it on the server.
 *
 * @param n which instance, counted from 1
 * @returns all answers, and the new count for the group (at least the fewest there may be)
 * @throws RangeError when the group shows no such instance
 */
export function removeInstance(
  node: AddAnotherNode,
  n: number,
  state: Pick<FormState, 'answers' | 'counts'>,
): { readonly answers: Answers; readonly count: number } {
  const count = instanceCount(node, state);
  if (!Number.isInteger(n) || n < 1 || n > count) {
    throw new RangeError(
      `The group ${node.id} shows ${count} instances; there is no instance ${n} to remove.`,
    );
  }
  const moved = new Map<string, AnswerValue>(Object.entries(state.answers));
  for (let index = n - 1; index < count; index += 1) {
    const next = index + 1 < count ? node.instances[index + 1] : undefined;
    for (const [position, key] of (node.instances[index]?.keys ?? []).entries()) {
      moveAnswer(moved, state.answers, next?.keys[position], key);
    }
  }
  return { answers: Object.fromEntries(moved), count: Math.max(count - 1, fewestInstances(node)) };
}

function moveAnswer(
  moved: Map<string, AnswerValue>,
  from: Answers,
  source: string | undefined,
  target: string,
): void {
  putAnswer(moved, target, source === undefined ? undefined : answerByKey(from, source));
  putAnswer(
    moved,
    companionKey(target),
    source === undefined ? undefined : answerByKey(from, companionKey(source)),
  );
}

function putAnswer(moved: Map<string, AnswerValue>, key: string, value: AnswerValue | undefined): void {
  if (value !== undefined) moved.set(key, value);
  else if (moved.has(key)) moved.set(key, EMPTY_ANSWER);
}
