import { onTestFinished, vi } from 'vitest';
import type { Answers, FormState } from '#form/definition/definition.ts';
import type { SaveChoiceOutcome, SaveAnswersOutcome, SavedForm } from '#client/saving/autosave-state.ts';
import { RequestError } from '#client/api/call.ts';
import { Autosave, SAVE_DEBOUNCE } from '#client/saving/autosave.ts';
import type { FormChoice } from '#client/questionnaire/store/form-changes.ts';

const NOTHING: SavedForm = { answers: {}, tabs: {}, counts: {}, version: 0 };

/** An autosave with a clock and server controlled by the test. */
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
    reload: async () => onServer ?? Promise.reject(new RequestError('unreachable', '')),
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
    /** Makes the page throw when it shows remote changes. */
    breakPage(): void {
      isBroken = true;
    },
    /** The oldest pending save throws. */
    async throwInstead(): Promise<void> {
      waiting.shift()?.reject(new Error('Nobody foresaw this.'));
      await settled();
    },
    /** Sets the response of GET /api/profile. */
    serverHolds(state: Partial<SavedForm>): void {
      onServer = { ...NOTHING, ...state };
    },
    /** Changes answers, and passes the time until a save. */
    send(answers: Answers): void {
      autosave.change({ answers });
      vi.advanceTimersByTime(SAVE_DEBOUNCE);
    },
    /** Passes milliseconds. */
    pass: vi.advanceTimersByTime,
    /** Answers the oldest pending save. */
    async answer(outcome: SaveAnswersOutcome): Promise<void> {
      waiting.shift()?.resolve(outcome);
      await settled();
    },
    /** Answers the oldest pending tab or count. */
    async answerChoice(outcome: SaveChoiceOutcome): Promise<void> {
      waitingChoices.shift()?.(outcome);
      await settled();
    },
  };
}

/** Runs promise reactions. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
