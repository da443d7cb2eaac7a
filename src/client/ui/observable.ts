import { runAndReport } from './schedule.ts';

/** Observable value for useSyncExternalStore. */
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

/** Creates a listener set. Removing a listener during a call, or one that throws, does not affect others. */
export function createListeners<Message = void>() {
  const listeners = new Set<(message: Message) => void>();
  return {
    /** @returns unsubscribe */
    add: (listener: (message: Message) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (message: Message): void => {
      for (const listener of listeners) runAndReport(() => listener(message));
    },
  };
}
