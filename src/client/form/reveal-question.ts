const EVENT = 'question-wanted';

/** Asks whoever draws the page to show a question that is in a closed tab or behind a confirmation. */
export function revealQuestion(key: string): void {
  document.dispatchEvent(new CustomEvent<string>(EVENT, { detail: key }));
}

/** Calls the listener with the key of a question that is asked for. @returns how to stop listening */
export function onRevealQuestion(listener: (key: string) => void): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  document.addEventListener(EVENT, handle);
  return () => document.removeEventListener(EVENT, handle);
}
