import type { Answers, AnswerValue, FormState } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { AutosaveDeps, SavedForm } from './autosave-state.ts';
import {
  hasEntries,
  formChangeOf,
  formChangesBetween,
  type FormChoice,
  isNoChange,
  NO_CHANGES,
  changedEntriesOf,
  mergeFormChanges,
  changesWithout,
  changedEntriesWithout,
  changesWithoutSent,
  type PendingChanges,
} from '../questionnaire/store/form-changes.ts';
import { type Conflicts, isSameAnswer } from '#form/answers/merge-answers.ts';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';

/** Tracks unacknowledged changes against the last known stored form. */
export class UnsavedChanges {
  readonly #keysInTabs: AutosaveDeps['keysInTabs'];
  /** Last known server state. */
  #known: FormState;
  #version: number;
  #all: FormState = NO_CHANGES;
  #conflicts: Conflicts = {};
  /** Answers sent without a response. */
  #tried: readonly Answers[] = [];
  #refused: ValidationErrors = {};

  constructor({ stored, keysInTabs }: Pick<AutosaveDeps, 'stored' | 'keysInTabs'>) {
    this.#known = stored;
    this.#version = stored.version;
    this.#keysInTabs = keysInTabs;
  }

  get all(): FormState {
    return this.#all;
  }

  get conflicts(): Conflicts {
    return this.#conflicts;
  }

  /** Errors of refused answers until they change; lists can be empty. */
  get refused(): ValidationErrors {
    return this.#refused;
  }

  /** Version of the answers last read or saved. */
  get version(): number {
    return this.#version;
  }

  /** For {@link resume} in another page. Includes saved values in conflict. */
  get pending(): PendingChanges {
    const saved = Object.entries(this.#all.answers).map(([key, mine]) => {
      const known = this.#known.answers[key] ?? EMPTY_ANSWER;
      return [key, Object.hasOwn(this.#conflicts, key) ? mine : known] as const;
    });
    return { ...this.#all, saved: Object.fromEntries(saved), tried: this.#tried };
  }

  /** Answers without refusals, including those waiting for tabs. None during a conflict, which can concern others. */
  get undisputedAnswers(): Answers {
    if (hasEntries(this.#conflicts)) return {};
    return changedEntriesWithout(this.#all.answers, Object.keys(this.#refused));
  }

  /** Changes ready to send. */
  get sendable(): FormState {
    const waiting = Object.keys(this.#all.tabs).flatMap(this.#keysInTabs);
    return { ...this.#all, answers: changedEntriesWithout(this.undisputedAnswers, waiting) };
  }

  /** Adds the student's changes. */
  add(delta: Partial<FormState>): void {
    const { answers = {} } = delta;
    this.#all = mergeFormChanges(this.#all, delta);
    this.#refused = changedEntriesWithout(this.#refused, Object.keys(answers));
    this.#conflicts = updateSaveConflicts(this.#conflicts, answers);
  }

  /** Adds another page's unsaved changes, except those changed here. @returns additions to show */
  resume(kept: PendingChanges): FormState {
    const left = changesWithoutSent(changesWithout(kept, this.#all), this.#known);
    this.#tried = [...this.#tried, ...kept.tried];
    const changed = Object.entries(this.#known.answers).filter(
      ([key, value]) => Object.hasOwn(kept.saved, key) && !isSameAnswer(kept.saved[key], value),
    );
    const news = this.#ofOthers(Object.fromEntries(changed));
    this.#conflicts = { ...this.#conflicts, ...saveConflictsBetween(left.answers, news) };
    return left;
  }

  /** Marks a change as stored. */
  acknowledge(sent: FormState): void {
    this.#known = mergeFormChanges(this.#known, sent);
    this.#all = changesWithoutSent(this.#all, sent);
    const keys = Object.keys(sent.answers);
    this.#tried = this.#tried.map((each) => changedEntriesWithout(each, keys)).filter(hasEntries);
  }

  /** Records answers without a response, which may have been stored. */
  markUncertain(sent: Answers): void {
    const isNew = Object.entries(sent).some(([key, value]) => !this.#mayBeOwn(key, value));
    if (isNew) this.#tried = [...this.#tried, sent];
  }

  /** Filters out values that this page may have saved itself. */
  #ofOthers(news: Answers): Answers {
    return Object.fromEntries(Object.entries(news).filter(([key, value]) => !this.#mayBeOwn(key, value)));
  }

  #mayBeOwn(key: string, value: AnswerValue): boolean {
    return this.#tried.some((each) => Object.hasOwn(each, key) && isSameAnswer(each[key], value));
  }

  /** Advances to the version of our own save. @returns false when another client saved in between */
  advance(version: number): boolean {
    if (version > this.#version + 1) return false;
    this.#version = version;
    return true;
  }

  /** Records refused answers: those with errors, or all sent if none are named. */
  refuse(errors: ValidationErrors, sent: Answers): void {
    const named = hasEntries(errors) ? errors : Object.fromEntries(Object.keys(sent).map((key) => [key, []]));
    this.#refused = { ...this.#refused, ...named };
  }

  /** Resolves conflicts by the student's choice. @returns what to show of the known form, if theirs is chosen */
  resolve(keys: readonly string[], choice: 'mine' | 'theirs'): Answers | undefined {
    this.#conflicts = changedEntriesWithout(this.#conflicts, keys);
    if (choice === 'mine') return undefined;
    this.#all = { ...this.#all, answers: changedEntriesWithout(this.#all.answers, keys) };
    return changesWithout(this.#known, this.#all).answers;
  }

  /** Rebases onto the loaded form and records conflicts. @returns remote changes to show */
  rebase(stored: SavedForm): FormState {
    const news = formChangesBetween(this.#known, stored);
    this.#known = stored;
    this.#version = stored.version;
    const others = this.#ofOthers(news.answers);
    this.#conflicts = { ...this.#conflicts, ...saveConflictsBetween(this.#all.answers, others) };
    return changesWithout(news, this.#all);
  }

  /** Reverts a refused tab or count with its answers. @returns server values to show */
  revert(choice: FormChoice, stored: SavedForm): FormState {
    if (!isNoChange(changesWithoutSent(formChangeOf(choice), this.#all))) return NO_CHANGES;
    const keys = choice.kind === 'tab' ? this.#keysInTabs(choice.id) : [];
    const refused = { ...formChangeOf(choice), answers: changedEntriesOf(this.#all.answers, keys) };
    this.#all = changesWithout(this.#all, refused);
    this.#conflicts = changedEntriesWithout(this.#conflicts, keys);
    this.#refused = changedEntriesWithout(this.#refused, keys);
    // Treat them as stored, so the actual server values count as remote changes.
    this.#known = mergeFormChanges(this.#known, refused);
    return this.rebase(stored);
  }

  /** Drops all changes. */
  discard(): void {
    this.#all = NO_CHANGES;
    this.#conflicts = {};
    this.#tried = [];
    this.#refused = {};
  }
}

/** Returns unsaved answers that were changed differently elsewhere. */
function saveConflictsBetween(mine: Answers, theirs: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(mine).flatMap(([key, value]) => {
      const other = theirs[key];
      return other === undefined || isSameAnswer(value, other) ? [] : [[key, { mine: value, theirs: other }]];
    }),
  );
}

/** Updates conflicts with new input; drops those that now match. */
function updateSaveConflicts(conflicts: Conflicts, answers: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(conflicts)
      .map(([key, pair]) => [key, { ...pair, mine: answers[key] ?? pair.mine }] as const)
      .filter(([, { mine, theirs }]) => !isSameAnswer(mine, theirs)),
  );
}
