import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers } from '#form/definition/definition.ts';

/** What one student was shown as done, kept outside of all servers. */
export class Ledger {
  readonly username: string;
  /** Key → what it may be: what was acknowledged last, and what was sent since and not answered. */
  readonly #allowed = new Map<string, (AnswerValue | undefined)[]>();
  /** Keys of the documents that were shown as attached. */
  readonly documents = new Set<string>();
  readonly receipts = new Set<string>();
  /** Mails that the student asked for, by what they are for; one that was asked for twice may come twice. */
  readonly asked = { code: 0 };
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

  acknowledge(answers: Answers): void {
    this.acknowledged += 1;
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
