import type { Answers } from '#form/definition/definition.ts';
import { changesBetween, conflictsBetween, withMine, withoutKeys, withoutSent } from './answer-changes.ts';
import type { AutosaveDeps, PutOutcome } from './autosave-deps.ts';
import { hasUnsaved, type AutosavePhase, type AutosaveState, type Conflicts } from './autosave-state.ts';

/** Milliseconds from the last change to the save. */
export const DEBOUNCE = 1_000;
/** Milliseconds before the first retry; doubled up to {@link LONGEST_WAIT}. */
export const FIRST_WAIT = 1_000;
export const LONGEST_WAIT = 30_000;

/**
 * Saves answers by key, one request at a time, with the version last read, so that the server can tell when
 * somebody else changed the same key (contract, "Saving merges by key"). Nothing leaves `unsaved` before the
 * server acknowledged it. A version that jumped means that somebody saved in between: everything is read again,
 * because only who has seen a version may use it as a base.
 */
export class Autosave {
  readonly #deps: AutosaveDeps;
  readonly #listeners = new Set<() => void>();
  #known: Answers;
  #version: number;
  #unsaved: Answers = {};
  #conflicts: Conflicts = {};
  /** Keys the server refused as they are; sent again once they change. */
  #held = new Set<string>();
  #message = '';
  #failures = 0;
  #sending: { readonly delta: Answers; readonly done: Promise<void> } | undefined;
  #isSignedOut = false;
  #isStopped = false;
  #hasSaved = false;
  #stopTimer = (): void => {};
  #state: AutosaveState = { phase: 'idle', unsaved: {}, conflicts: {}, message: '' };

  constructor(deps: AutosaveDeps) {
    this.#deps = deps;
    this.#known = deps.stored.answers;
    this.#version = deps.stored.version;
  }

  readonly getState = (): AutosaveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes answers that the student changed; they are sent about a second later. */
  change(delta: Answers): void {
    this.#unsaved = { ...this.#unsaved, ...delta };
    for (const key of Object.keys(delta)) this.#held.delete(key);
    this.#conflicts = withMine(this.#conflicts, delta);
    this.#publish();
    // A retry keeps its own time; what is typed while a save is on its way goes out next.
    if (this.#failures === 0 && !this.#sending) this.#schedule(DEBOUNCE);
  }

  /** Sends at once and waits; true when the server has acknowledged everything. */
  async flush(): Promise<boolean> {
    // What is typed while a save is on its way needs one more round, not an endless row of them.
    for (let round = 0; round < 3; round += 1) {
      await this.#send();
      if (this.#failures > 0 || !this.#hasSendable()) break;
    }
    return !hasUnsaved(this);
  }

  /** Sends what is not on its way yet, because the page is about to go. Waits for nothing. */
  leave(): void {
    if (!this.#sending) return void this.#send();
    const rest = withoutSent(this.#sendable(), this.#sending.delta);
    // Without a base: the save on its way is ours too and must not count as somebody else's.
    if (Object.keys(rest).length > 0) void this.#deps.put(rest);
  }

  /** The student's choice between the two values of a question and of what is stored along with it. */
  resolve(keys: readonly string[], choice: 'mine' | 'theirs'): void {
    const settled = keys.filter((key) => key in this.#conflicts);
    const theirs = Object.fromEntries(
      settled.flatMap((key) => {
        const conflict = this.#conflicts[key];
        return conflict ? [[key, conflict.theirs]] : [];
      }),
    );
    this.#conflicts = withoutKeys(this.#conflicts, settled);
    if (choice === 'theirs') {
      this.#unsaved = withoutKeys(this.#unsaved, settled);
      this.#hasSaved = true;
      this.#deps.onRemote(theirs);
    }
    this.#publish();
    void this.#send();
  }

  /** Stops for good: no timer, no further save. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  get unsaved(): Answers {
    return this.#unsaved;
  }

  /** Of the saved answers that the unsaved ones follow. */
  get version(): number {
    return this.#version;
  }

  #sendable(): Answers {
    return withoutKeys(this.#unsaved, [...this.#held, ...Object.keys(this.#conflicts)]);
  }

  #hasSendable(): boolean {
    return Object.keys(this.#sendable()).length > 0;
  }

  #schedule(delay: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#deps.startTimer(() => void this.#send(), delay);
  }

  #send(): Promise<void> {
    if (this.#sending) return this.#sending.done;
    this.#stopTimer();
    if (this.#isStopped || this.#isSignedOut || !this.#hasSendable()) return Promise.resolve();
    const delta = this.#sendable();
    const done = this.#deliver(delta);
    this.#sending = { delta, done };
    this.#publish();
    return done;
  }

  async #deliver(delta: Answers): Promise<void> {
    const outcome = await this.#deps.put(delta, this.#version);
    await this.#settle(outcome, delta);
    this.#sending = undefined;
    this.#publish();
    if (this.#isStopped || !this.#hasSendable()) return;
    this.#schedule(
      this.#failures === 0 ? DEBOUNCE : Math.min(FIRST_WAIT * 2 ** (this.#failures - 1), LONGEST_WAIT),
    );
  }

  async #settle(outcome: PutOutcome, delta: Answers): Promise<void> {
    const failures = this.#failures;
    this.#failures = 0;
    if (outcome.kind === 'saved') return this.#acknowledge(outcome.version, delta);
    if (outcome.kind === 'signed-out') this.#isSignedOut = true;
    if (outcome.kind === 'refused')
      this.#hold(outcome.message, outcome.keys.length > 0 ? outcome.keys : Object.keys(delta));
    const base = this.#version;
    const isLost =
      outcome.kind === 'unreachable' || (outcome.kind === 'conflict' && !(await this.#catchUp()));
    // A conflict with a version that is no newer: the server contradicts itself, and is given time.
    const isEmpty = outcome.kind === 'conflict' && this.#version === base;
    if (isLost || isEmpty) this.#failures = failures + 1;
  }

  async #acknowledge(version: number, delta: Answers): Promise<void> {
    this.#known = { ...this.#known, ...delta };
    this.#unsaved = withoutSent(this.#unsaved, delta);
    this.#hasSaved = true;
    if (version <= this.#version + 1) this.#version = version;
    else await this.#catchUp();
  }

  #hold(message: string, keys: readonly string[]): void {
    this.#message = message;
    for (const key of keys) this.#held.add(key);
  }

  /** Reads what others saved, shows it, and keeps apart what both changed. */
  async #catchUp(): Promise<boolean> {
    const stored = await this.#deps.reload();
    if (!stored) return false;
    const news = changesBetween(this.#known, stored.answers);
    this.#known = stored.answers;
    this.#version = stored.version;
    this.#conflicts = { ...this.#conflicts, ...conflictsBetween(this.#unsaved, news) };
    const shown = withoutKeys(news, Object.keys(this.#unsaved));
    if (Object.keys(shown).length > 0) this.#deps.onRemote(shown);
    return true;
  }

  #publish(): void {
    this.#state = {
      phase: this.#phase(),
      unsaved: this.#unsaved,
      conflicts: this.#conflicts,
      message: this.#held.size > 0 ? this.#message : '',
    };
    for (const listener of this.#listeners) listener();
  }

  #phase(): AutosavePhase {
    if (this.#isSignedOut) return 'signed-out';
    if (Object.keys(this.#conflicts).length > 0) return 'conflict';
    // Not "Saving…" again with each retry: a screen reader would not come to rest.
    if (this.#failures > 0) return 'failing';
    if (this.#sending) return 'saving';
    if (this.#hasSendable()) return 'unsaved';
    if (this.#held.size > 0) return 'refused';
    return this.#hasSaved ? 'saved' : 'idle';
  }
}
