import { createListeners } from './listeners.ts';

/** One value and those who watch it, in the shape that useSyncExternalStore takes. */
export class Observable<Value> {
  #value: Value;
  readonly #changes = createListeners();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  readonly subscribe = this.#changes.add;

  readonly set = (value: Value): void => {
    this.#value = value;
    this.#changes.notify();
  };
}
