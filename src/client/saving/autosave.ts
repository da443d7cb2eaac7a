import type { Answers, FormState } from '#form/definition/definition.ts';
import {
  type AutosaveDeps,
  type AutosavePhase,
  type AutosaveState,
  NOTHING_SAVED,
  type SaveFailure,
} from './autosave-state.ts';
import {
  formChangeOf,
  type FormChoice,
  formChoicesIn,
  hasEntries,
  isNoChange,
  NO_CHANGES,
  mergeFormChanges,
  changesWithoutSent,
  type PendingChanges,
} from '../questionnaire/store/form-changes.ts';
import { retryDelay } from '../api/call.ts';
import { createListeners } from '../ui/observable.ts';
import { createTimer, runAndReport } from '../ui/schedule.ts';
import { UnsavedChanges } from './unsaved-changes.ts';

/**
 * Saves a student's changes, retrying until the server acknowledges them.
 *
 * One round sends tabs and counts first, then the answers; those in an unsaved tab wait for it, because without it they
 * would be out of sight. Answers are saved by key with the version last read, so that the server notices a conflict
 * (docs/behavior.md 4.4). A version that jumped means that somebody saved in between: everything is read again, because
 * only who has seen a version may use it as a base.
 */
export class Autosave {
  readonly #deps: AutosaveDeps;
  readonly #changes: UnsavedChanges;
  #message = '';
  #failures = 0;
  #sending: Promise<void> | undefined;
  /** The changes sent by the calls in flight. */
  readonly #inFlight = new Set<FormState>();
  #retryAfterMs = 0;
  #isSignedOut = false;
  #isStopped = false;
  #hasSaved = false;
  readonly #timer = createTimer(() => void this.#send());
  #state: AutosaveState | undefined = NOTHING_SAVED;
  readonly #changed = createListeners();
  constructor(deps: AutosaveDeps) {
    this.#deps = deps;
    this.#changes = new UnsavedChanges(deps);
  }
  readonly getState = (): AutosaveState => (this.#state ??= this.#readState());
  readonly subscribe = this.#changed.add;

  /** Takes what the student changed. Answers are sent about a second later; a tab or a count as soon as it is painted. */
  change(delta: Partial<FormState>): void {
    if (this.#isStopped) return;
    const { tabs = {}, counts = {} } = delta;
    this.#changes.add(delta);
    this.#state = undefined;
    this.#deps.afterPaint(this.#changed.notify);
    // A retry keeps its own time; what is changed while a save is in flight goes out next.
    if (this.#failures > 0 || this.#sending) return;
    this.#timer.start(hasEntries(tabs) || hasEntries(counts) ? 0 : SAVE_DEBOUNCE);
  }

  /** Goes on with what another page could not save, as far as this one has not changed it, too. */
  resume(kept: PendingChanges): void {
    const left = this.#changes.resume(kept);
    if (isNoChange(left)) return;
    this.#show(left);
    this.change(mergeFormChanges(left, this.#changes.all));
  }

  /** Sends at once and waits; true when nothing is left that the server has not acknowledged. */
  async flush(): Promise<boolean> {
    // What is typed while a save is in flight needs one more round, not an endless row of them.
    for (let round = 0; round < 3; round += 1) {
      await this.#send();
      if (this.#failures > 0 || isNoChange(this.#changes.sendable)) break;
    }
    return isNoChange(this.#changes.all);
  }

  /** Sends at once, as when the connection is back, but not before the Retry-After of the last answer. */
  retry(): void {
    if (this.#retryAfterMs === 0) void this.flush();
  }

  /** Reads what was saved elsewhere, and shows it; saves in flight end first. The next one waits for this. */
  async refresh(): Promise<void> {
    while (this.#sending) await this.#sending;
    if (this.#isOver()) return;
    this.#sending = this.#finish(this.#catchUp().then(() => this.#failures));
    await this.#sending;
  }

  /** Sends what is not in flight yet, all at once, because the page is about to go. */
  leave(): void {
    if (!this.#sending) return void this.#send({ isLeaving: true });
    if (this.#isOver()) return;
    const rest = [...this.#inFlight].reduce(changesWithoutSent, {
      ...this.#changes.all,
      answers: this.#changes.undisputedAnswers,
    });
    for (const choice of formChoicesIn(rest)) void this.#deps.putChoice(choice);
    // Without a base: the save in flight is ours too and must not count as somebody else's.
    if (hasEntries(rest.answers)) void this.#deps.putAnswers(rest.answers);
  }

  /** The student's choice between the two values of a question and of what is stored along with it. */
  resolve(keys: readonly string[], choice: 'mine' | 'theirs'): void {
    const theirs = this.#changes.resolve(keys, choice);
    if (theirs) {
      this.#hasSaved = true;
      this.#show({ answers: theirs });
    }
    this.#publish();
    void this.#send();
  }

  /** Stops for good: no timer, no further save. */
  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  /** Stops, and gives up what is not saved, because nothing can be saved any more. */
  discard(): void {
    this.stop();
    this.#changes.discard();
    this.#failures = 0;
    this.#publish();
  }

  /** All that the server has not acknowledged, for {@link resume} in another page. */
  get pending(): PendingChanges {
    return this.#changes.pending;
  }

  #isOver(): boolean {
    return this.#isStopped || this.#isSignedOut;
  }

  #send({ isLeaving = false } = {}): Promise<void> {
    if (this.#sending) return this.#sending;
    this.#timer.stop();
    if (this.#isOver() || isNoChange(this.#changes.sendable)) return Promise.resolve();
    this.#retryAfterMs = 0;
    const round = this.#sendRound(isLeaving);
    this.#sending = this.#finish(round.then((isLost) => (isLost ? this.#failures + 1 : 0)));
    this.#publish();
    return this.#sending;
  }

  #nextDelay(): number {
    if (this.#failures === 0) return SAVE_DEBOUNCE;
    return retryDelay(this.#failures, this.#retryAfterMs, this.#deps.random);
  }

  /** Ends a round with so many failures in a row; one that throws is tried again, like a save that was lost. */
  async #finish(round: Promise<number>): Promise<void> {
    const failures = await round.catch((error: unknown) => {
      console.error(error);
      return this.#failures + 1;
    });
    this.#sending = undefined;
    this.#failures = this.#isOver() ? 0 : failures;
    this.#publish();
    if (!this.#isOver() && !isNoChange(this.#changes.sendable)) this.#timer.start(this.#nextDelay());
  }

  /** Sends choices, then answers; all at once when leaving. @returns whether something has to be tried again */
  async #sendRound(isLeaving: boolean): Promise<boolean> {
    const calls: Promise<boolean>[] = [];
    for (const choice of formChoicesIn(this.#changes.all)) {
      calls.push(this.#sendChoice(choice));
      if (!isLeaving) await calls.at(-1);
    }
    const { undisputedAnswers, sendable } = this.#changes;
    calls.push(this.#sendAnswers(isLeaving ? undisputedAnswers : sendable.answers));
    return (await Promise.all(calls)).includes(true);
  }

  /** @returns whether it has to be tried again */
  async #sendChoice(choice: FormChoice): Promise<boolean> {
    if (this.#isOver()) return false;
    const sent = formChangeOf(choice);
    const outcome = await this.#track(sent, this.#deps.putChoice(choice));
    if (outcome.kind === 'refused') return !(await this.#revert(choice));
    if (outcome.kind !== 'saved') return this.#isRetryable(outcome);
    this.#acknowledge(sent);
    return false;
  }

  /** @returns whether they have to be sent again */
  async #sendAnswers(answers: Answers): Promise<boolean> {
    if (this.#isOver() || !hasEntries(answers)) return false;
    const base = this.#changes.version;
    const sent = { ...NO_CHANGES, answers };
    const outcome = await this.#track(sent, this.#deps.putAnswers(answers, base));
    // A conflict with a version that is no newer: the server contradicts itself, and is given time.
    if (outcome.kind === 'conflict') return !(await this.#catchUp()) || this.#changes.version === base;
    if (outcome.kind === 'refused') this.#changes.refuse(outcome.errors, answers);
    if (outcome.kind === 'unreachable') this.#changes.markUncertain(answers);
    if (outcome.kind !== 'saved') return this.#isRetryable(outcome);
    this.#acknowledge(sent);
    if (!this.#changes.advance(outcome.version)) await this.#catchUp();
    return false;
  }

  async #track<Outcome>(sent: FormState, call: Promise<Outcome>): Promise<Outcome> {
    this.#inFlight.add(sent);
    try {
      return await call;
    } finally {
      this.#inFlight.delete(sent);
    }
  }

  /** Notes why something was not saved. @returns whether it is worth another try */
  #isRetryable(failure: SaveFailure): boolean {
    if (failure.kind === 'signed-out') this.#isSignedOut = true;
    if (failure.kind === 'submitted') this.discard();
    if ('message' in failure) this.#message = failure.message;
    if (failure.kind !== 'unreachable') return false;
    this.#retryAfterMs = Math.max(this.#retryAfterMs, failure.retryAfterMs ?? 0);
    return true;
  }

  #acknowledge(sent: FormState): void {
    this.#changes.acknowledge(sent);
    this.#hasSaved = true;
  }

  /**
   * Gives up a tab or a count that the server refused, with the answers that waited for it: the page shows what the
   * server has. @returns false when that cannot be read
   */
  async #revert(choice: FormChoice): Promise<boolean> {
    const stored = await this.#deps.reload();
    if (!stored) return false;
    this.#show(this.#changes.revert(choice, stored));
    return true;
  }

  async #catchUp(): Promise<boolean> {
    const stored = await this.#deps.reload();
    if (stored) this.#show(this.#changes.rebase(stored));
    return stored !== undefined;
  }

  #show(remote: Partial<FormState>): void {
    if (!isNoChange({ ...NO_CHANGES, ...remote })) runAndReport(() => this.#deps.onRemote(remote));
  }

  #publish(): void {
    // Such as after "Use theirs": what could not be saved is given up.
    if (isNoChange(this.#changes.all)) this.#failures = 0;
    this.#state = undefined;
    this.#changed.notify();
  }

  #readState(): AutosaveState {
    const { all: unsaved, conflicts, refused } = this.#changes;
    const errors = Object.fromEntries(
      Object.entries(refused).filter(([, sentences]) => sentences.length > 0),
    );
    const isShown = hasEntries(refused) || this.#failures > 0;
    return { phase: this.#phase(), unsaved, conflicts, errors, message: isShown ? this.#message : '' };
  }

  #phase(): AutosavePhase {
    if (this.#isSignedOut) return 'signed-out';
    if (hasEntries(this.#changes.conflicts)) return 'conflict';
    // Not "Saving…" again with each retry: a screen reader would not come to rest.
    if (this.#failures > 0) return 'failing';
    if (this.#inFlight.size > 0) return 'saving';
    if (!isNoChange(this.#changes.sendable)) return 'unsaved';
    if (hasEntries(this.#changes.refused)) return 'refused';
    return this.#hasSaved ? 'saved' : 'idle';
  }
}

/** Milliseconds from the last change of an answer to the save. */
export const SAVE_DEBOUNCE = 1_000;
