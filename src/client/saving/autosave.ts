import type { Answers, FormState } from '#form/definition/definition.ts';
import {
  type AutosaveDeps,
  type AutosavePhase,
  type AutosaveState,
  NOTHING_SAVED,
  type SaveFailure,
} from './autosave-state.ts';
import {
  changedEntriesOf,
  changedEntriesWithout,
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
import { logFault } from '../api/call.ts';
import { retryDelay } from '../api/retry.ts';
import { createListeners } from '../ui/observable.ts';
import { createTimer, runAndReport } from '../ui/schedule.ts';
import { UnsavedChanges } from './unsaved-changes.ts';

/**
 * Saves a student's changes, retrying until the server acknowledges them.
 * A round sends tabs and counts first, then answers. Answers in an unsaved tab wait for it, because they are hidden
 * without it. Answers are saved by key with the last known version, so the server can detect conflicts
 * (docs/behavior.md 4.4). A skipped version means another client saved: the form is re-read before the new version
 * becomes the base.
 */
export class Autosave {
  readonly #deps: AutosaveDeps;
  readonly #changes: UnsavedChanges;
  #message = '';
  #failures = 0;
  #sending: Promise<void> | undefined;
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

  /** Adds a change; saves answers after `SAVE_DEBOUNCE`, tabs and counts after paint. */
  change(delta: Partial<FormState>): void {
    if (this.#isStopped) return;
    const { tabs = {}, counts = {} } = delta;
    this.#changes.add(delta);
    this.#state = undefined;
    this.#deps.afterPaint(this.#changed.notify);
    // Retries have their own delay; changes made during a save go out after it.
    if (this.#failures > 0 || this.#sending) return;
    this.#timer.start(hasEntries(tabs) || hasEntries(counts) ? 0 : SAVE_DEBOUNCE);
  }

  /** Resumes changes another page could not save, except those changed here. */
  resume(kept: PendingChanges): void {
    const left = this.#changes.resume(kept);
    if (isNoChange(left)) return;
    this.#show(left);
    this.change(mergeFormChanges(left, this.#changes.all));
  }

  /** Saves now; resolves to true once everything is acknowledged. */
  async flush(): Promise<boolean> {
    // At most three rounds, so typing during a save cannot loop forever.
    for (let round = 0; round < 3; round += 1) {
      await this.#send();
      if (this.#failures > 0 || isNoChange(this.#changes.sendable)) break;
    }
    return isNoChange(this.#changes.all);
  }

  /** Saves now unless the last response's Retry-After is pending. */
  retry(): void {
    if (this.#retryAfterMs === 0) void this.flush();
  }

  /**
   * Shows changes saved elsewhere, after saves in flight; the next save waits.
   * @throws RequestError when they cannot be read
   */
  async refresh(): Promise<void> {
    while (this.#sending) await this.#sending;
    if (this.#isOver()) return;
    const reading = this.#catchUp();
    this.#sending = this.#finish(Promise.allSettled([reading]).then(() => this.#failures));
    await this.#sending;
    await reading;
  }

  /** Sends all unsent changes in parallel before the page unloads. */
  leave(): void {
    if (!this.#sending) return void this.#send({ isLeaving: true });
    if (this.#isOver()) return;
    const rest = [...this.#inFlight].reduce(changesWithoutSent, {
      ...this.#changes.all,
      answers: this.#changes.undisputedAnswers,
    });
    for (const choice of formChoicesIn(rest)) void this.#deps.putChoice(choice);
    const keysInFlight = [...this.#inFlight].flatMap(({ answers }) => Object.keys(answers));
    const others = changedEntriesWithout(rest.answers, keysInFlight);
    if (hasEntries(others)) void this.#deps.putAnswers(others, this.#changes.version);
    // No base version: our own save in flight must not count as a conflict.
    const again = changedEntriesOf(rest.answers, keysInFlight);
    if (hasEntries(again)) void this.#deps.putAnswers(again);
  }

  /** Resolves a conflict for a question and the keys stored with it. */
  resolve(keys: readonly string[], choice: 'mine' | 'theirs'): void {
    const theirs = this.#changes.resolve(keys, choice);
    if (theirs) {
      this.#hasSaved = true;
      this.#show({ answers: theirs });
    }
    this.#publish();
    void this.#send();
  }

  /** Stops the timer and all further saves. */
  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  /** Stops and drops unsaved changes, which can no longer be saved. */
  discard(): void {
    this.stop();
    this.#changes.discard();
    this.#failures = 0;
    this.#publish();
  }

  /** Unacknowledged changes, for {@link resume} in another page. */
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

  /** Ends a round with its failure count. An exception counts as a failure. */
  async #finish(round: Promise<number>): Promise<void> {
    const failures = await round.catch((error: unknown) => {
      logFault(error);
      return this.#failures + 1;
    });
    this.#sending = undefined;
    this.#failures = this.#isOver() ? 0 : failures;
    this.#publish();
    if (!this.#isOver() && !isNoChange(this.#changes.sendable)) this.#timer.start(this.#nextDelay());
  }

  /** Sends choices, then answers; all in parallel when leaving. @returns whether to retry */
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

  /** @returns whether to retry */
  async #sendChoice(choice: FormChoice): Promise<boolean> {
    if (this.#isOver()) return false;
    const sent = formChangeOf(choice);
    const outcome = await this.#track(sent, this.#deps.putChoice(choice));
    if (outcome.kind === 'refused') {
      const stored = await this.#deps.reload();
      this.#show(this.#changes.revert(choice, stored));
    } else if (outcome.kind === 'saved') this.#acknowledge(sent);
    else return this.#isRetryable(outcome);
    return false;
  }

  /** @returns whether to retry */
  async #sendAnswers(answers: Answers): Promise<boolean> {
    if (this.#isOver() || !hasEntries(answers)) return false;
    const base = this.#changes.version;
    const sent = { ...NO_CHANGES, answers };
    const outcome = await this.#track(sent, this.#deps.putAnswers(answers, base));
    if (outcome.kind === 'conflict') {
      await this.#catchUp();
      // A conflict without a newer version is inconsistent; retry later.
      return this.#changes.version === base;
    }
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

  /** Records why a save failed. @returns whether to retry */
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

  async #catchUp(): Promise<void> {
    const stored = await this.#deps.reload();
    this.#show(this.#changes.rebase(stored));
  }

  #show(remote: Partial<FormState>): void {
    if (!isNoChange({ ...NO_CHANGES, ...remote })) runAndReport(() => this.#deps.onRemote(remote));
  }

  #publish(): void {
    // For example after "Use theirs": nothing is left to retry.
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
    // Not "Saving…" on every retry, which screen readers would keep announcing.
    if (this.#failures > 0) return 'failing';
    if (this.#inFlight.size > 0) return 'saving';
    if (!isNoChange(this.#changes.sendable)) return 'unsaved';
    if (hasEntries(this.#changes.refused)) return 'refused';
    return this.#hasSaved ? 'saved' : 'idle';
  }
}

/** Milliseconds from the last answer change to the save. */
export const SAVE_DEBOUNCE = 1_000;
