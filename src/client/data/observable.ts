/** One value and those who watch it, in the shape that useSyncExternalStore takes. */
export class Observable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (value: Value): void => {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };
}
