import { tryStorage } from './quietly.ts';

/** Milliseconds for which a text is kept. Nobody else can read it, so that it may wait until after the holidays. */
export const SLOT_LIFE = 30 * 24 * 60 * 60 * 1000;

const PREFIX = 'matricula:unsaved:';

export type SlotStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Texts in a store of the browser, each with its age. Where the browser refuses, nothing is kept. */
export type StorageSlots = ReturnType<typeof createStorageSlots>;

/** Where the texts are. */
export type SlotBrowser = {
  /** May throw, as where cookies are blocked. */
  readonly store: () => SlotStore;
  /** Calls the listener with the name under which another page has written, until the signal aborts. */
  readonly onWritten: (listener: (name: string) => void, signal: AbortSignal) => void;
};

export function createStorageSlots({ store, onWritten }: SlotBrowser, now: () => Date) {
  const names = (): readonly string[] =>
    tryStorage(() => {
      const { length } = store();
      const all = Array.from({ length }, (_, index) => store().key(index) ?? '');
      return all.filter((name) => name.startsWith(PREFIX));
    }) ?? [];
  const find = (name: string): { readonly until: number; readonly text: string } => {
    const [until = '', ...rest] = (tryStorage(() => store().getItem(name)) ?? '').split(' ');
    return { until: Number(until), text: rest.join(' ') };
  };
  const remove = (name: string): void => tryStorage(() => store().removeItem(name));
  return {
    /** A name that no other page has. */
    newName: (): string => `${PREFIX}${crypto.randomUUID()}`,
    names,
    /** Calls the listener with the name of a slot in which another page has put something, until the signal aborts. */
    watch: (listener: (name: string) => void, signal: AbortSignal): void =>
      onWritten((name) => name.startsWith(PREFIX) && listener(name), signal),
    read: (name: string): string => find(name).text,
    write: (name: string, text: string): void =>
      tryStorage(() => store().setItem(name, `${now().getTime() + SLOT_LIFE} ${text}`)),
    remove,
    removeOld: (): void =>
      names()
        .filter((name) => !(find(name).until > now().getTime()))
        .forEach(remove),
  };
}
