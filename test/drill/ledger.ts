import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers } from '#form/definition/definition.ts';

/** What one student was shown as done, recorded outside all servers. */
export class Ledger {
  readonly username: string;
  /** Key → allowed values: the last acknowledged one, and later ones without a response. */
  readonly #allowed = new Map<string, (AnswerValue | undefined)[]>();
  /** Keys of documents shown as attached → hash of the first downloaded PDF. */
  readonly documents = new Map<string, string | undefined>();
  readonly receipts = new Set<string>();
  /** Numbers of requested codes and successful requests. */
  readonly codes = { asked: 0, granted: 0 };
  isConfirmed = false;
  /** Seconds of progress; the last is when the student left. */
  readonly progress: number[] = [];
  /** Problems that no student should see. */
  readonly problems: string[] = [];
  acknowledged = 0;
  /** Whether everything typed was acknowledged; undefined while the student is active. */
  isSaved: boolean | undefined;

  constructor(username: string) {
    this.username = username;
  }

  sending(answers: Answers): void {
    for (const [key, value] of Object.entries(answers))
      this.#allowed.set(key, [...(this.#allowed.get(key) ?? [undefined]), value]);
  }

  recordProgress(): void {
    this.progress.push(Math.floor(performance.now() / 1000));
  }

  acknowledge(answers: Answers): void {
    this.acknowledged += 1;
    this.recordProgress();
    for (const [key, value] of Object.entries(answers)) this.#allowed.set(key, [value]);
  }

  recordProblem(what: string): void {
    this.problems.push(what);
  }

  /** Returns the keys whose stored answers differ from the acknowledged ones. */
  lostIn(stored: Answers): readonly string[] {
    return [...this.#allowed]
      .filter(([key, values]) => !values.some((value) => isSame(value, stored[key])))
      .map(
        ([key, values]) =>
          `${this.username}: ${key} is ${show(stored[key])}, not ${values.map(show).join(' or ')}`,
      );
  }
}

function isSame(one: AnswerValue | undefined, other: AnswerValue | undefined): boolean {
  return isSameAnswer(one ?? '', other ?? '');
}

function show(value: AnswerValue | undefined): string {
  return JSON.stringify(value ?? '');
}
