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
  /** What the server holds, as far as the page knows. */
  #known: FormState;
  #version: number;
  #all: FormState = NO_CHANGES;
  #conflicts: Conflicts = {};
  /** What was sent and never answered. */
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

  /** What is wrong with the answers that the server refused, until they change; maybe it did not say. */
  get refused(): ValidationErrors {
    return this.#refused;
  }

  /** That of the answers as they were last read or saved. */
  get version(): number {
    return this.#version;
  }

  /** For {@link resume} in another page, to which what is saved where there is a conflict is news, too. */
  get pending(): PendingChanges {
    const saved = Object.entries(this.#all.answers).map(([key, mine]) => {
      const known = this.#known.answers[key] ?? EMPTY_ANSWER;
      return [key, Object.hasOwn(this.#conflicts, key) ? mine : known] as const;
    });
    return { ...this.#all, saved: Object.fromEntries(saved), tried: this.#tried };
  }

  /** The answers that may be sent, once the tabs are saved that they are in. */
  get undisputedAnswers(): Answers {
    return changedEntriesWithout(this.#all.answers, Object.keys({ ...this.#refused, ...this.#conflicts }));
  }

  /** What may be sent now. */
  get sendable(): FormState {
    const waiting = Object.keys(this.#all.tabs).flatMap(this.#keysInTabs);
    return { ...this.#all, answers: changedEntriesWithout(this.undisputedAnswers, waiting) };
  }

  /** Takes what the student changed. */
  add(delta: Partial<FormState>): void {
    const { answers = {} } = delta;
    this.#all = mergeFormChanges(this.#all, delta);
    this.#refused = changedEntriesWithout(this.#refused, Object.keys(answers));
    this.#conflicts = updateSaveConflicts(this.#conflicts, answers);
  }

  /** Adds what another page could not save, unless this one changed it too. @returns what was added, to be shown */
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

  /** The server has it. */
  acknowledge(sent: FormState): void {
    this.#known = mergeFormChanges(this.#known, sent);
    this.#all = changesWithoutSent(this.#all, sent);
    const keys = Object.keys(sent.answers);
    this.#tried = this.#tried.map((each) => changedEntriesWithout(each, keys)).filter(hasEntries);
  }

  /** No answer came to these: the server may have them or not. */
  markUncertain(sent: Answers): void {
    const isNew = Object.entries(sent).some(([key, value]) => !this.#mayBeOwn(key, value));
    if (isNew) this.#tried = [...this.#tried, sent];
  }

  /** What is read now, without what the page itself may have saved. */
  #ofOthers(news: Answers): Answers {
    return Object.fromEntries(Object.entries(news).filter(([key, value]) => !this.#mayBeOwn(key, value)));
  }

  #mayBeOwn(key: string, value: AnswerValue): boolean {
    return this.#tried.some((each) => Object.hasOwn(each, key) && isSameAnswer(each[key], value));
  }

  /** The version of a save of ours. @returns false when somebody saved in between, whose answers are to be read */
  advance(version: number): boolean {
    if (version > this.#version + 1) return false;
    this.#version = version;
    return true;
  }

  /** The server refused the answers that the errors name; all of those sent, where none is named. */
  refuse(errors: ValidationErrors, sent: Answers): void {
    const named = hasEntries(errors) ? errors : Object.fromEntries(Object.keys(sent).map((key) => [key, []]));
    this.#refused = { ...this.#refused, ...named };
  }

  /** The student chose between the two values of these. @returns theirs, to be shown where they were chosen */
  resolve(keys: readonly string[], choice: 'mine' | 'theirs'): Answers | undefined {
    const settled = Object.entries(this.#conflicts).filter(([key]) => keys.includes(key));
    this.#conflicts = changedEntriesWithout(this.#conflicts, keys);
    if (choice === 'mine') return undefined;
    const theirs = Object.fromEntries(settled.map(([key, conflict]) => [key, conflict.theirs]));
    this.#all = changesWithout(this.#all, { ...NO_CHANGES, answers: theirs });
    return theirs;
  }

  /** Takes over what was read, and keeps apart what both changed. @returns what others saved, to be shown */
  rebase(stored: SavedForm): FormState {
    const news = formChangesBetween(this.#known, stored);
    this.#known = stored;
    this.#version = stored.version;
    const others = this.#ofOthers(news.answers);
    this.#conflicts = { ...this.#conflicts, ...saveConflictsBetween(this.#all.answers, others) };
    return changesWithout(news, this.#all);
  }

  /** Gives up a refused tab or count, with its answers. @returns what the server has instead, to be shown */
  revert(choice: FormChoice, stored: SavedForm): FormState {
    if (!isNoChange(changesWithoutSent(formChangeOf(choice), this.#all))) return NO_CHANGES;
    const keys = choice.kind === 'tab' ? this.#keysInTabs(choice.id) : [];
    const refused = { ...formChangeOf(choice), answers: changedEntriesOf(this.#all.answers, keys) };
    this.#all = changesWithout(this.#all, refused);
    this.#conflicts = changedEntriesWithout(this.#conflicts, keys);
    this.#refused = changedEntriesWithout(this.#refused, keys);
    // As if the server had it until now, so that what it has instead is news.
    this.#known = mergeFormChanges(this.#known, refused);
    return this.rebase(stored);
  }

  /** Gives up all of it. */
  discard(): void {
    this.#all = NO_CHANGES;
    this.#conflicts = {};
    this.#tried = [];
    this.#refused = {};
  }
}

/** Which of my answers that are not saved yet were answered otherwise elsewhere. */
function saveConflictsBetween(mine: Answers, theirs: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(mine).flatMap(([key, value]) => {
      const other = theirs[key];
      return other === undefined || isSameAnswer(value, other) ? [] : [[key, { mine: value, theirs: other }]];
    }),
  );
}

/** The same conflicts, with what the student typed since then; where both say the same now there is none. */
function updateSaveConflicts(conflicts: Conflicts, answers: Answers): Conflicts {
  return Object.fromEntries(
    Object.entries(conflicts)
      .map(([key, pair]) => [key, { ...pair, mine: answers[key] ?? pair.mine }] as const)
      .filter(([, { mine, theirs }]) => !isSameAnswer(mine, theirs)),
  );
}
