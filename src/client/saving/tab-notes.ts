import { tryStorage } from './quietly.ts';

const PREFIX = 'matricula:note:';

/** What this tab noted in the present session; undefined also where the browser keeps nothing. */
export function readNote(name: string): string | undefined {
  return tryStorage(() => window.sessionStorage.getItem(PREFIX + name)) ?? undefined;
}

/** Notes something for as long as the session of the student and the tab last. */
export function writeNote(name: string, text: string): void {
  tryStorage(() => window.sessionStorage.setItem(PREFIX + name, text));
}

/** Forgets one of them. */
export function forgetNote(name: string): void {
  tryStorage(() => window.sessionStorage.removeItem(PREFIX + name));
}

/** Forgets all of it: nothing of a session stays in the browser after its log-out. */
export function forgetNotes(): void {
  tryStorage(() => {
    const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(PREFIX));
    names.forEach((name) => window.sessionStorage.removeItem(name));
  });
}
