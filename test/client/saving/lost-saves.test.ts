import { describe, expect, it, vi } from 'vitest';
import type { SaveAnswersOutcome } from '#client/saving/autosave-state.ts';
import { MIN_RETRY_DELAY } from '#client/api/retry.ts';
import { SAVE_DEBOUNCE } from '#client/saving/autosave.ts';
import { createAutosaveBench } from './autosave-bench.ts';

const saved = (version: number): SaveAnswersOutcome => ({ kind: 'saved', version });
const lost = { kind: 'unreachable', message: 'No connection.' } as const;

describe('a save whose response was lost', () => {
  it('is not a conflict with itself', async () => {
    const { autosave, pass, puts, answer, serverHolds, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    serverHolds({ answers: { name: 'Ada' }, version: 1 });
    await answer(lost);
    autosave.change({ answers: { name: 'Grace' } });
    pass(MIN_RETRY_DELAY);
    await answer({ kind: 'conflict' });
    expect(phase()).not.toBe('conflict');
    pass(SAVE_DEBOUNCE);
    expect(puts.at(-1)).toEqual({ delta: { name: 'Grace' }, base: 1 });
    await answer(saved(2));
    expect(phase()).toBe('saved');
  });

  it('is not a conflict after a reload', async () => {
    const before = createAutosaveBench();
    before.send({ name: 'Ada' });
    await before.answer(lost);
    before.autosave.change({ answers: { name: 'Grace' } });
    const { autosave, pass, puts } = createAutosaveBench({ answers: { name: 'Ada' }, version: 1 });
    autosave.resume(before.autosave.pending);
    expect(autosave.getState().conflicts).toEqual({});
    pass(SAVE_DEBOUNCE);
    expect(puts).toEqual([{ delta: { name: 'Grace' }, base: 1 }]);
  });

  it('is a conflict if somebody else has saved', async () => {
    const { autosave, pass, answer, serverHolds, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer(lost);
    autosave.change({ answers: { name: 'Grace' } });
    pass(MIN_RETRY_DELAY);
    serverHolds({ answers: { name: 'Mary' }, version: 2 });
    await answer({ kind: 'conflict' });
    expect(autosave.getState().conflicts).toEqual({ name: { mine: 'Grace', theirs: 'Mary' } });
  });
});

describe('an exception', () => {
  it('of a save retries it a second later', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { pass, puts, answer, throwInstead, phase, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await throwInstead();
    expect(phase()).toBe('failing');
    expect(console.error).toHaveBeenCalledOnce();
    pass(MIN_RETRY_DELAY);
    expect(puts.at(-1)?.delta).toEqual({ name: 'Ada' });
    await answer(saved(1));
    expect(phase()).toBe('saved');
  });

  it('of a listener or of the page does not stop saving', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { autosave, puts, answer, breakPage, serverHolds, phase, send } = createAutosaveBench();
    autosave.subscribe(() => {
      throw new Error('A listener is broken.');
    });
    breakPage();
    serverHolds({ answers: { town: 'Paris' }, version: 2 });
    send({ name: 'Ada' });
    await answer(saved(2));
    send({ name: 'Grace' });
    expect(puts.at(-1)).toEqual({ delta: { name: 'Grace' }, base: 2 });
    await answer(saved(3));
    expect(phase()).toBe('saved');
  });
});

describe('a busy server', () => {
  it('is not called before Retry-After, even when back online', async () => {
    const { autosave, pass, puts, answer, send } = createAutosaveBench();
    send({ name: 'Ada' });
    await answer({ ...lost, retryAfterMs: 8_000 });
    pass(7_999);
    autosave.retry();
    expect(puts).toHaveLength(1);
    pass(4_001);
    expect(puts).toHaveLength(2);
    await answer(lost);
    autosave.retry();
    expect(puts).toHaveLength(3);
  });
});
