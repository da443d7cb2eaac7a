import { tryStorage } from './tab-storage.ts';

/** Milliseconds for which pending changes are stored. Nobody else can read them, so they outlast the holidays. */
export const PENDING_DRAFT_LIFE = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds for which a visitor's answers wait for a log-in. */
export const VISITOR_DRAFT_LIFE = 24 * 60 * 60 * 1000;

const PENDING_PREFIX = 'matricula:unsaved:';
const VISITOR_NAME = 'matricula:visitor-draft';

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Locks held by one page of this browser at a time. */
export type PageLocks = {
  /** Does the work once the lock is free, and holds it until then. Rejects as the work does, and when `signal` aborts. */
  readonly hold: (name: string, work: () => Promise<void>, signal?: AbortSignal) => Promise<void>;
  /** The same where the lock is free; false, and no work, where it is not. */
  readonly holdIfFree: (name: string, work: () => Promise<void>) => Promise<boolean>;
};

/** Binds {@link PageLocks} to the browser's. */
export function createPageLocks(manager: Pick<LockManager, 'request'>): PageLocks {
  return {
    hold: (name, work, signal) => manager.request(name, signal ? { signal } : {}, work),
    holdIfFree: (name, work) =>
      manager.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      }),
  };
}

/** The browser's part in storing pending changes. */
export type DraftBrowser = {
  /** Can throw, as where cookies are blocked. */
  readonly store: () => DraftStore;
  /** Calls the listener with the name under which another page has written, until the signal aborts. */
  readonly onWritten: (listener: (name: string) => void, signal: AbortSignal) => void;
  readonly locks: PageLocks;
};

/** The slots of students' pending changes: encrypted texts, each with its age. */
export type PendingSlots = ReturnType<typeof createPendingSlots>;

/** Opens the slots of pending changes. */
export function createPendingSlots({ store, onWritten }: Omit<DraftBrowser, 'locks'>, now: () => Date) {
  const slots = createSlots(store, PENDING_DRAFT_LIFE, now);
  const names = (): readonly string[] =>
    tryStorage(() => {
      const { length } = store();
      const all = Array.from({ length }, (_, index) => store().key(index) ?? '');
      return all.filter((name) => name.startsWith(PENDING_PREFIX));
    }) ?? [];
  return {
    ...slots,
    names,
    /** Returns a name that no other page has. */
    newName: (): string => `${PENDING_PREFIX}${crypto.randomUUID()}`,
    /** Calls the listener with the name of a slot that another page has filled, until the signal aborts. */
    watch: (listener: (name: string) => void, signal: AbortSignal): void =>
      onWritten((name) => name.startsWith(PENDING_PREFIX) && listener(name), signal),
    removeOld: (): void => names().forEach((name) => slots.read(name)),
  };
}

/** The one place of a store where a visitor's draft is, as an encrypted text. */
export type VisitorSlot = ReturnType<typeof createVisitorSlot>;

/** Opens the visitor draft in a store that can throw. */
export function createVisitorSlot(store: () => DraftStore, now: () => Date) {
  const { read, write, remove } = createSlots(store, VISITOR_DRAFT_LIFE, now);
  return {
    read: (): string => read(VISITOR_NAME),
    /** @returns whether the browser stored it */
    write: (text: string): boolean => write(VISITOR_NAME, text),
    clear: (): void => remove(VISITOR_NAME),
  };
}

/** Stores texts with the time in milliseconds until which they count. Where the browser refuses, nothing is stored. */
function createSlots(store: () => DraftStore, life: number, now: () => Date) {
  const remove = (name: string): void => tryStorage(() => store().removeItem(name));
  return {
    remove,
    /** Returns the text until it is too old, which removes it; '' where there is none. */
    read: (name: string): string => {
      const [until = '', ...rest] = (tryStorage(() => store().getItem(name)) ?? '').split(' ');
      const text = rest.join(' ');
      if (Number(until) > now().getTime() && text !== '') return text;
      remove(name);
      return '';
    },
    write: (name: string, text: string): boolean =>
      tryStorage(() => {
        store().setItem(name, `${now().getTime() + life} ${text}`);
        return true;
      }) ?? false,
  };
}
