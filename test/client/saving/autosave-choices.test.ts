import { describe, expect, it } from 'vitest';
import type { SaveAnswersOutcome } from '#client/saving/autosave-state.ts';
import type { FormChoice } from '#client/questionnaire/store/form-changes.ts';
import { MIN_RETRY_DELAY, MAX_RETRY_DELAY } from '#client/api/retry.ts';
import { SAVE_DEBOUNCE } from '#client/saving/autosave.ts';
import { createAutosaveBench } from './autosave-bench.ts';

const saved = (version: number): SaveAnswersOutcome => ({ kind: 'saved', version });
const lost = { kind: 'unreachable', message: 'No connection.' } as const;
const toWest: FormChoice = { kind: 'tab', id: 'side', value: 'west' };
const twoKids: FormChoice = { kind: 'count', id: 'kids', value: 2 };

describe('a tab or a count', () => {
  it('is sent after paint, before the answers, one call at a time', async () => {
    const { autosave, pass, puts, choices, answer, answerChoice, phase } = createAutosaveBench();
    autosave.change({ answers: { west: 'Here', name: 'Ada' }, tabs: { side: 'west' }, counts: { kids: 2 } });
    pass(0);
    expect([choices, puts]).toEqual([[toWest], []]);
    await answerChoice({ kind: 'saved' });
    expect([choices, puts]).toEqual([[toWest, twoKids], []]);
    await answerChoice({ kind: 'saved' });
    expect(puts).toEqual([{ delta: { west: 'Here', name: 'Ada' }, base: 0 }]);
    expect(phase()).toBe('saving');
    await answer(saved(1));
    expect(phase()).toBe('saved');
  });

  it('is sent again if changed in flight', async () => {
    const { autosave, pass, choices, answerChoice, phase } = createAutosaveBench();
    autosave.change({ tabs: { side: 'west' } });
    pass(0);
    autosave.change({ tabs: { side: 'east' } });
    await answerChoice({ kind: 'saved' });
    expect(phase()).toBe('unsaved');
    pass(SAVE_DEBOUNCE);
    expect(choices).toEqual([toWest, { ...toWest, value: 'east' }]);
  });

  it("stays unsaved if refused, until the server's state is known", async () => {
    const { autosave, pass, remote, answerChoice, phase } = createAutosaveBench();
    autosave.change({ tabs: { side: 'west' } });
    pass(0);
    await answerChoice({ kind: 'refused', message: 'Please wait.', errors: {} });
    expect([remote, phase()]).toEqual([[], 'failing']);
  });

  it('is sent with all answers when the page is left', async () => {
    const { autosave, pass, puts, choices, answerChoice } = createAutosaveBench();
    autosave.change({ answers: { west: 'Here' }, tabs: { side: 'west' } });
    pass(0);
    await answerChoice(lost);
    autosave.leave();
    expect([choices, puts]).toEqual([[toWest, toWest], [{ delta: { west: 'Here' }, base: 0 }]]);
    pass(MAX_RETRY_DELAY);
    expect(choices).toHaveLength(2);
  });

  it('in flight is not sent twice when the page is left', () => {
    const { autosave, pass, puts, choices } = createAutosaveBench();
    autosave.change({ answers: { west: 'Here' }, tabs: { side: 'west' }, counts: { kids: 2 } });
    pass(0);
    autosave.leave();
    expect([choices, puts]).toEqual([[toWest, twoKids], [{ delta: { west: 'Here' }, base: 0 }]]);
  });

  it('changed elsewhere is shown, unless changed here, too', async () => {
    const { autosave, pass, remote, answer, answerChoice, serverHolds } = createAutosaveBench();
    serverHolds({ tabs: { side: 'west' }, counts: { kids: 3 }, answers: { west: 'There' }, version: 5 });
    autosave.change({ counts: { kids: 2 } });
    pass(0);
    await answerChoice(lost);
    autosave.change({ answers: { name: 'Ada' } });
    pass(MIN_RETRY_DELAY);
    await answerChoice(lost);
    await answer(saved(6));
    expect(remote).toEqual([{ answers: { west: 'There' }, tabs: { side: 'west' }, counts: {} }]);
  });
});
