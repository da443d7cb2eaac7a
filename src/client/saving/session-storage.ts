/** Uses a browser store; returns undefined where it is blocked or full. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    // Safe to ignore: the input is still on the page.
    return undefined;
  }
}

const PREFIX = 'matricula:note:';

/** Reads a note of this tab; undefined without one. */
export function readNote(name: string): string | undefined {
  return tryStorage(() => window.sessionStorage.getItem(PREFIX + name)) ?? undefined;
}

/** Stores a note until the session or the tab ends. */
export function writeNote(name: string, text: string): void {
  tryStorage(() => window.sessionStorage.setItem(PREFIX + name, text));
}

/** Removes a note of this tab. */
export function forgetNote(name: string): void {
  tryStorage(() => window.sessionStorage.removeItem(PREFIX + name));
}

/** Removes all notes of the session. */
export function forgetNotes(): void {
  tryStorage(() => {
    const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(PREFIX));
    names.forEach((name) => window.sessionStorage.removeItem(name));
  });
}
