import type { Answers } from '#form/definition/definition.ts';
import type { PutOutcome, Stored } from '#client/data/autosave-deps.ts';
import { Autosave } from '#client/data/autosave.ts';

/** An autosave whose clock and server stand still until the test moves them. */
export function createAutosaveBench(stored: Stored = { answers: {}, version: 0 }) {
  const puts: { delta: Answers; base: number | undefined }[] = [];
  const remote: Answers[] = [];
  const waiting: ((outcome: PutOutcome) => void)[] = [];
  const timers = new Map<number, { due: number; callback: () => void }>();
  let now = 0;
  let nextTimer = 0;
  let onServer: Stored | undefined;

  const autosave = new Autosave({
    stored,
    put: (delta, base) => {
      puts.push({ delta, base });
      const { promise, resolve } = Promise.withResolvers<PutOutcome>();
      waiting.push(resolve);
      return promise;
    },
    reload: async () => onServer,
    onRemote: (answers) => remote.push(answers),
    startTimer: (callback, delay) => {
      const id = nextTimer++;
      timers.set(id, { due: now + delay, callback });
      return () => timers.delete(id);
    },
  });

  return {
    autosave,
    puts,
    remote,
    phase: () => autosave.getState().phase,
    /** What GET /api/profile will say. */
    serverHolds(state: Stored): void {
      onServer = state;
    },
    /** Lets so many milliseconds pass. */
    pass(milliseconds: number): void {
      now += milliseconds;
      const due = [...timers].filter(([, timer]) => timer.due <= now);
      for (const [id, { callback }] of due) {
        timers.delete(id);
        callback();
      }
    },
    /** The server answers the oldest save that waits. */
    async answer(outcome: PutOutcome): Promise<void> {
      waiting.shift()?.(outcome);
      // Everything that follows from an answer happens in promise reactions.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
