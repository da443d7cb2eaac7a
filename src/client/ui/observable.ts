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

/** Those who want to know of something. */
type Listeners<Message> = {
  /** @returns a function that ends the subscription */
  readonly add: (listener: (message: Message) => void) => () => void;
  readonly notify: (message: Message) => void;
};

/** An empty set of listeners. One that leaves while it is called does not disturb the others. */
export function createListeners<Message = void>(): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify: (message) => {
      for (const listener of listeners) listener(message);
    },
  };
}
