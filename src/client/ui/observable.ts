/** One value with listeners, for useSyncExternalStore. */
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

/** An empty set of listeners. One that leaves while it is called, or throws, does not disturb the others. */
export function createListeners<Message = void>() {
  const listeners = new Set<(message: Message) => void>();
  return {
    /** @returns a function that ends the subscription */
    add: (listener: (message: Message) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (message: Message): void => {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          console.error(error);
        }
      }
    },
  };
}
