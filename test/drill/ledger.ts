import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers } from '#form/definition/definition.ts';

/** What one student was shown as done, kept outside of all servers. */
export class Ledger {
  readonly username: string;
  /** Key → what it may be: what was acknowledged last, and what was sent since and not answered. */
  readonly #allowed = new Map<string, (AnswerValue | undefined)[]>();
  /** Keys of the documents that were shown as attached → hash of the PDF that the student downloaded first. */
  readonly documents = new Map<string, string | undefined>();
  readonly receipts = new Set<string>();
  /** Calls that requested a code, and how many of them were answered. */
  readonly codes = { asked: 0, granted: 0 };
  isConfirmed = false;
  /** Seconds in which something went on for the student; the last is when the student went. */
  readonly progress: number[] = [];
  /** What no student should see. */
  readonly surprises: string[] = [];
  acknowledged = 0;
  /** All that was typed has been acknowledged; undefined while the student is at it. */
  isSettled: boolean | undefined;

  constructor(username: string) {
    this.username = username;
  }

  sending(answers: Answers): void {
    for (const [key, value] of Object.entries(answers))
      this.#allowed.set(key, [...(this.#allowed.get(key) ?? [undefined]), value]);
  }

  proceed(): void {
    this.progress.push(Math.floor(performance.now() / 1000));
  }

  acknowledge(answers: Answers): void {
    this.acknowledged += 1;
    this.proceed();
    for (const [key, value] of Object.entries(answers)) this.#allowed.set(key, [value]);
  }

  surprise(what: string): void {
    this.surprises.push(what);
  }

  /** The questions of which the servers have something else than what was acknowledged last. */
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
