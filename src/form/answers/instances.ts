import type { AddAnotherNode, Answers, AnswerValue, FormState } from '../definition/definition.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';

/** Minimum and initial number of instances of an add-another. */
export function fewestInstances({ min }: Pick<AddAnotherNode, 'min'>): number {
  return min ?? 1;
}

/** Returns the number of visible instances: the stored count within bounds, and all with answers. */
export function instanceCount(node: AddAnotherNode, state: Pick<FormState, 'answers' | 'counts'>): number {
  const fewest = fewestInstances(node);
  const stored = Object.hasOwn(state.counts, node.id) ? (state.counts[node.id] ?? fewest) : fewest;
  const answered = node.instances.findLastIndex((instance) =>
    instance.keys.some((key) => isAnswered(answerByKey(state.answers, key))),
  );
  return Math.min(Math.max(stored, answered + 1, fewest), node.max);
}

/** Removes instance `n`, counted from 1. Later ones move up with their labels; the last is emptied. */
export function removeInstance(
  node: AddAnotherNode,
  n: number,
  state: Pick<FormState, 'answers' | 'counts'>,
): { readonly answers: Answers; readonly count: number } {
  const count = instanceCount(node, state);
  const moved = new Map(Object.entries(state.answers));
  for (let index = n - 1; index < count; index += 1) {
    const next = index + 1 < count ? node.instances[index + 1] : undefined;
    for (const [position, key] of (node.instances[index]?.keys ?? []).entries()) {
      const source = next?.keys[position];
      putAnswer(moved, key, source && answerByKey(state.answers, source));
      putAnswer(moved, companionKey(key), source && answerByKey(state.answers, companionKey(source)));
    }
  }
  return { answers: Object.fromEntries(moved), count: Math.max(count - 1, fewestInstances(node)) };
}

/** Sets '' instead of deleting: a missing key would stay on the server. */
function putAnswer(moved: Map<string, AnswerValue>, key: string, value: AnswerValue | undefined): void {
  if (value !== undefined) moved.set(key, value);
  else if (moved.has(key)) moved.set(key, EMPTY_ANSWER);
}
