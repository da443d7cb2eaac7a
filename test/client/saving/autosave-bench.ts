import { onTestFinished, vi } from 'vitest';
import type { Answers, FormState } from '#form/definition/definition.ts';
import type { SaveChoiceOutcome, SaveAnswersOutcome, SavedForm } from '#client/saving/autosave-state.ts';
import { Autosave } from '#client/saving/autosave.ts';
import type { FormChoice } from '#client/questionnaire/store/form-changes.ts';

const NOTHING: SavedForm = { answers: {}, tabs: {}, counts: {}, version: 0 };

/** An autosave whose clock and server stop until the test moves them. */
export function createAutosaveBench(stored: Partial<SavedForm> = {}) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const puts: { delta: Answers; base: number | undefined }[] = [];
  const choices: FormChoice[] = [];
  const remote: Partial<FormState>[] = [];
  const waiting: PromiseWithResolvers<SaveAnswersOutcome>[] = [];
  const waitingChoices: ((outcome: SaveChoiceOutcome) => void)[] = [];
  let onServer: SavedForm | undefined;
  let isBroken = false;

  const autosave = new Autosave({
    stored: { ...NOTHING, ...stored },
    putAnswers: (delta, base) => {
      puts.push({ delta, base });
      const call = Promise.withResolvers<SaveAnswersOutcome>();
      waiting.push(call);
      return call.promise;
    },
    putChoice: (choice) => {
      choices.push(choice);
      const { promise, resolve } = Promise.withResolvers<SaveChoiceOutcome>();
      waitingChoices.push(resolve);
      return promise;
    },
    keysInTabs: (group) => (group === 'side' ? ['east', 'west'] : []),
    reload: async () => onServer,
    onRemote: (news) => {
      if (isBroken) throw new Error('The page cannot show this.');
      remote.push(news);
    },
    afterPaint: (work) => work(),
    random: () => 0.5,
  });

  return {
    autosave,
    puts,
    choices,
    remote,
    phase: () => autosave.getState().phase,
    /** From now on the page throws when it is to show what was saved elsewhere. */
    breakPage(): void {
      isBroken = true;
    },
    /** The connection breaks in a way that nobody foresaw: the oldest save that waits throws. */
    async throwInstead(): Promise<void> {
      waiting.shift()?.reject(new Error('Nobody foresaw this.'));
      await settled();
    },
    /** What GET /api/profile will say. */
    serverHolds(state: Partial<SavedForm>): void {
      onServer = { ...NOTHING, ...state };
    },
    /** Lets so many milliseconds pass. */
    pass: vi.advanceTimersByTime,
    /** The server answers the oldest save that waits. */
    async answer(outcome: SaveAnswersOutcome): Promise<void> {
      waiting.shift()?.resolve(outcome);
      await settled();
    },
    /** The server answers the oldest tab or count that waits. */
    async answerChoice(outcome: SaveChoiceOutcome): Promise<void> {
      waitingChoices.shift()?.(outcome);
      await settled();
    },
  };
}

/** Everything that follows from an answer happens in promise reactions. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
