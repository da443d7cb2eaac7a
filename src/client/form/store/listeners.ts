/** Those who want to hear of something. */
export type Listeners<Message> = {
  /** @returns a function that ends the subscription */
  readonly add: (listener: (message: Message) => void) => () => void;
  readonly tell: (message: Message) => void;
};

/** An empty set of listeners. One that leaves while it is told does not disturb the others. */
export function createListeners<Message>(): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: (message) => {
      for (const listener of listeners) listener(message);
    },
  };
}
