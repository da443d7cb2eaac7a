import type { Question } from '#form/definition/definition.ts';
import type { AnswerCore } from './answer-core.ts';

/** The records of look-ups that are on their way. */
export function createAwaitedRecords(core: AnswerCore) {
  /** By the question that was looked up. */
  const awaited = new Map<Question, Promise<unknown>>();
  return {
    /** While a record is on its way, what it will answer is loading. Of two the later one counts. */
    awaitRecord: async <Coming>(question: Question, coming: Promise<Coming>): Promise<Coming> => {
      awaited.set(question, coming);
      core.refresh();
      try {
        return await coming;
      } finally {
        if (awaited.get(question) === coming) awaited.delete(question);
        core.refresh();
      }
    },
    /** Whether the answer to a question may come with a record that is on its way. */
    isAwaited: (key: string): boolean =>
      [...awaited.keys()].some(({ lookup }) => Object.values(lookup?.fills ?? {}).includes(key)),
  };
}
