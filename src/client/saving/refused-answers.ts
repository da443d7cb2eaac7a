import type { Answers } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { NOTHING_SAVED } from './autosave-state.ts';
import { hasEntries } from './form-changes.ts';

/** The answers that the server refused as they are, by key, until they change. */
export class RefusedAnswers {
  readonly #sentences = new Map<string, readonly string[]>();
  #errors: ValidationErrors = NOTHING_SAVED.errors;

  get keys(): readonly string[] {
    return [...this.#sentences.keys()];
  }

  /** What is wrong with them; the same object until they change. */
  get errors(): ValidationErrors {
    return this.#errors;
  }

  /** Holds those of the answers sent that the errors name; all of them, where none is named. */
  hold(errors: ValidationErrors, sent: Answers): void {
    const named = hasEntries(errors) ? errors : Object.fromEntries(Object.keys(sent).map((key) => [key, []]));
    for (const [key, sentences] of Object.entries(named)) this.#sentences.set(key, sentences);
    this.#list();
  }

  release(keys: readonly string[]): void {
    const released = keys.filter((key) => this.#sentences.delete(key));
    if (released.length > 0) this.#list();
  }

  #list(): void {
    this.#errors = Object.fromEntries([...this.#sentences].filter(([, sentences]) => sentences.length > 0));
  }
}
