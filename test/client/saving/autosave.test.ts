import { describe, expect, it } from 'vitest';
import {
  type SaveAnswersOutcome,
  describeAutosave,
  type AutosavePhase,
} from '#client/saving/autosave-state.ts';
import { MIN_RETRY_DELAY, MAX_RETRY_DELAY } from '#client/api/retry.ts';
import { SAVE_DEBOUNCE } from '#client/saving/autosave.ts';
import { createAutosaveBench } from './autosave-bench.ts';

const saved = (version: number): SaveAnswersOutcome => ({ kind: 'saved', version });
const lost: SaveAnswersOutcome = { kind: 'unreachable', message: 'No connection.' };

describe('one save', () => {
  it.each<[SaveAnswersOutcome, AutosavePhase, string]>([
    [saved(1), 'saved', 'Saved'],
    [lost, 'failing', 'Not saved – we will keep trying'],
    [{ kind: 'signed-out' }, 'signed-out', 'Not saved – please log in again'],
    [
      { kind: 'refused', message: 'Too long.', errors: { name: ['Name is too long.'] } },
      'refused',
      'Not saved – Too long.',
    ],
  ])('with the outcome %o is shown as %s', async (outcome, phase, sentence) => {
    const { autosave, answer, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer(outcome);
    expect(autosave.getState().phase).toBe(phase);
    expect(describeAutosave(autosave.getState())).toBe(sentence);
  });

  it('is sent a second after the last change, with all changes and the version', () => {
    const { autosave, pass, puts, phase } = createAutosaveBench({ version: 7 });
    autosave.change({ answers: { name: 'A' } });
    pass(SAVE_DEBOUNCE - 1);
    autosave.change({ answers: { name: 'Ada', town: 'Paris' } });
    expect(phase()).toBe('unsaved');
    pass(SAVE_DEBOUNCE - 1);
    expect(puts).toEqual([]);
    pass(1);
    expect(puts).toEqual([{ delta: { name: 'Ada', town: 'Paris' }, base: 7 }]);
    expect(phase()).toBe('saving');
  });
});

describe('a change while a save is in flight', () => {
  it('is sent next, on the new version', async () => {
    const { pass, puts, answer, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    send({ name: 'Grace' });
    expect(puts).toHaveLength(1);
    await answer(saved(1));
    expect(phase()).toBe('unsaved');
    pass(SAVE_DEBOUNCE);
    expect(puts[1]).toEqual({ delta: { name: 'Grace' }, base: 1 });
  });

  it('is sent when the page is left, without a base what is in flight', () => {
    const { autosave, puts, send } = createAutosaveBench();
    send({ name: 'Ada' });
    autosave.change({ answers: { town: 'Paris' } });
    autosave.change({ answers: { name: 'Ada L.' } });
    autosave.leave();
    expect(puts.slice(1)).toEqual([
      { delta: { town: 'Paris' }, base: 0 },
      { delta: { name: 'Ada L.' }, base: undefined },
    ]);
  });
});

describe('an unreachable server', () => {
  it('is retried with waits that double up to 30 s', async () => {
    const { pass, puts, answer, send } = createAutosaveBench();
    send({ name: 'Ada' });
    for (const wait of [1, 2, 4, 8, 16, 30, 30].map((factor) => factor * MIN_RETRY_DELAY)) {
      const before = puts.length;
      await answer(lost);
      pass(wait - 1);
      expect(puts).toHaveLength(before);
      pass(1);
      expect(puts).toHaveLength(before + 1);
    }
    expect(MAX_RETRY_DELAY).toBe(30_000);
  });
});

describe('a save concurrent with another', () => {
  it('shows changes from elsewhere if the version jumped', async () => {
    const { puts, remote, answer, serverHolds, send } = createAutosaveBench();
    serverHolds({ answers: { name: 'Ada', town: 'Rome' }, version: 5 });
    send({ name: 'Ada' });
    await answer(saved(5));
    expect(remote).toEqual([{ answers: { town: 'Rome' }, tabs: {}, counts: {} }]);
    send({ town: 'Paris' });
    expect(puts[1]?.base).toBe(5);
  });

  it('reports a conflict on one answer, and saves the rest once it is resolved', async () => {
    const { autosave, puts, answer, serverHolds, phase, send } = createAutosaveBench();
    serverHolds({ answers: { name: 'Grace' }, version: 3 });
    send({ name: 'Ada' });
    await answer({ kind: 'conflict' });
    expect(phase()).toBe('conflict');
    expect(autosave.getState().conflicts).toEqual({ name: { mine: 'Ada', theirs: 'Grace' } });
    send({ town: 'Paris' });
    expect(puts).toHaveLength(1);
    autosave.resolve(['name'], 'mine');
    expect(puts[1]).toEqual({ delta: { name: 'Ada', town: 'Paris' }, base: 3 });
  });

  it('shows theirs with what mine may have hidden, and sends nothing, if chosen', async () => {
    const bench = await createConflict();
    bench.autosave.resolve(['name'], 'theirs');
    expect(bench.remote.at(-1)).toEqual({ answers: { name: 'Grace', town: 'Rome' } });
    expect(bench.puts).toHaveLength(1);
    expect(bench.phase()).toBe('saved');
    expect(bench.autosave.getState().unsaved.answers).toEqual({});
  });

  it('takes theirs for the whole question, also a part that nobody else changed', async () => {
    const stored = { answers: { month: '1', year: '2019' } };
    const { autosave, answer, remote, serverHolds, send } = createAutosaveBench(stored);
    serverHolds({ answers: { month: '5', year: '2019' }, version: 3 });
    send({ month: '1', year: '2020' });
    await answer({ kind: 'conflict' });
    expect(Object.keys(autosave.getState().conflicts)).toEqual(['month']);
    autosave.resolve(['month', 'year'], 'theirs');
    expect(remote.at(-1)?.answers).toEqual({ month: '5', year: '2019' });
    expect(autosave.getState().unsaved.answers).toEqual({});
  });

  it('leaves nothing to retry if theirs is chosen after a failure', async () => {
    const { autosave, puts, answer, serverHolds, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer(lost);
    serverHolds({ answers: { name: 'Grace' }, version: 3 });
    await autosave.refresh();
    expect(phase()).toBe('conflict');
    autosave.resolve(['name'], 'theirs');
    expect(phase()).toBe('saved');
    send({ town: 'Paris' });
    expect(puts.at(-1)).toEqual({ delta: { town: 'Paris' }, base: 3 });
  });

  it('is retried if the other side cannot be read', async () => {
    const { pass, puts, answer, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer({ kind: 'conflict' });
    expect(phase()).toBe('failing');
    pass(MIN_RETRY_DELAY);
    expect(puts).toHaveLength(2);
  });

  it('backs off if a conflict has no new answers', async () => {
    const { pass, puts, answer, serverHolds, phase, send } = createAutosaveBench();
    serverHolds({ answers: {}, version: 0 });
    send({ name: 'Ada' });
    await answer({ kind: 'conflict' });
    expect(phase()).toBe('failing');
    pass(MIN_RETRY_DELAY);
    await answer({ kind: 'conflict' });
    pass(MIN_RETRY_DELAY);
    expect(puts).toHaveLength(2);
    pass(MIN_RETRY_DELAY);
    expect(puts).toHaveLength(3);
  });
});

describe('a refused answer', () => {
  it('is not sent again unchanged, and blocks no other answer', async () => {
    const { pass, puts, answer, phase, send } = createAutosaveBench();
    send({ name: 'Ada', age: 'x' });
    await answer({ kind: 'refused', message: 'Wrong.', errors: { age: ['Age is a number.'] } });
    pass(SAVE_DEBOUNCE);
    expect(puts[1]?.delta).toEqual({ name: 'Ada' });
    await answer(saved(1));
    expect(phase()).toBe('refused');
    send({ age: 36 });
    expect(puts[2]?.delta).toEqual({ age: 36 });
  });
});

describe('an application submitted elsewhere', () => {
  it('leaves nothing unsaved, and nothing more is sent', async () => {
    const { autosave, pass, puts, answer, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer({ kind: 'submitted' });
    autosave.change({ answers: { name: 'Grace' } });
    pass(MAX_RETRY_DELAY);
    expect([puts.length, phase(), autosave.getState().unsaved.answers]).toEqual([1, 'idle', {}]);
    expect(await autosave.flush()).toBe(true);
  });
});

describe('flush', () => {
  it('sends at once, and returns true once acknowledged', async () => {
    const { autosave, answer, puts } = createAutosaveBench();
    autosave.change({ answers: { name: 'Ada' } });
    const flushed = autosave.flush();
    expect(puts).toHaveLength(1);
    await answer(saved(1));
    expect(await flushed).toBe(true);
  });

  it('includes changes made in flight', async () => {
    const { autosave, answer, puts } = createAutosaveBench();
    autosave.change({ answers: { name: 'Ada' } });
    const flushed = autosave.flush();
    autosave.change({ answers: { town: 'Paris' } });
    await answer(saved(1));
    await answer(saved(2));
    expect(await flushed).toBe(true);
    expect(puts.map((put) => put.delta)).toEqual([{ name: 'Ada' }, { town: 'Paris' }]);
  });
});

describe('a stopped autosave', () => {
  it.each<SaveAnswersOutcome>([{ kind: 'signed-out' }, saved(1)])(
    'sends nothing more (%o)',
    async (outcome) => {
      const { autosave, pass, puts, answer, send } = createAutosaveBench();
      send({ name: 'Ada' });
      if (outcome.kind === 'saved') autosave.stop();
      await answer(outcome);
      autosave.change({ answers: { name: 'Grace' } });
      pass(MAX_RETRY_DELAY);
      expect(puts).toHaveLength(1);
    },
  );
});

async function createConflict() {
  const bench = createAutosaveBench();
  bench.serverHolds({ answers: { name: 'Grace', town: 'Rome' }, version: 3 });
  bench.send({ name: 'Ada' });
  await bench.answer({ kind: 'conflict' });
  return bench;
}
