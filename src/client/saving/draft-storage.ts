import { tryStorage } from './session-storage.ts';

/** Milliseconds until pending changes expire: 30 days, since they are encrypted. */
export const PENDING_DRAFT_LIFE = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds until a visitor draft expires. */
export const VISITOR_DRAFT_LIFE = 24 * 60 * 60 * 1000;

const PENDING_PREFIX = 'matricula:unsaved:';
const VISITOR_NAME = 'matricula:visitor-draft';

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Locks held by one page of this browser at a time. */
export type PageLocks = {
  /** Waits for the lock and runs the work. Rejects with the work's error or when `signal` aborts. */
  readonly hold: (name: string, work: () => Promise<void>, signal?: AbortSignal) => Promise<void>;
  /** Runs the work if the lock is free. Otherwise resolves to false. */
  readonly holdIfFree: (name: string, work: () => Promise<void>) => Promise<boolean>;
};

/** Creates {@link PageLocks} from the browser's lock manager. */
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

/** Browser APIs for storing pending changes. */
export type DraftBrowser = {
  /** Can throw, for example when cookies are blocked. */
  readonly store: () => DraftStore;
  /** Reports names written by another page, until the signal aborts. */
  readonly onWritten: (listener: (name: string) => void, signal: AbortSignal) => void;
  readonly locks: PageLocks;
};

/** Slots of students' pending changes: encrypted text with an expiry. */
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
    /** Returns a unique name. */
    newName: (): string => `${PENDING_PREFIX}${crypto.randomUUID()}`,
    /** Reports slots filled by another page, until the signal aborts. */
    watch: (listener: (name: string) => void, signal: AbortSignal): void =>
      onWritten((name) => name.startsWith(PENDING_PREFIX) && listener(name), signal),
    removeOld: (): void => names().forEach((name) => slots.read(name)),
  };
}

/** The single slot for an encrypted visitor draft. */
export type VisitorSlot = ReturnType<typeof createVisitorSlot>;

/** Opens the visitor draft in a store that can throw. */
export function createVisitorSlot(store: () => DraftStore, now: () => Date) {
  const { read, write, remove } = createSlots(store, VISITOR_DRAFT_LIFE, now);
  return {
    read: (): string => read(VISITOR_NAME),
    /** @returns whether it was stored */
    write: (text: string): boolean => write(VISITOR_NAME, text),
    clear: (): void => remove(VISITOR_NAME),
  };
}

/** Stores texts with an expiry in milliseconds. Does nothing when storage is blocked. */
function createSlots(store: () => DraftStore, life: number, now: () => Date) {
  const remove = (name: string): void => tryStorage(() => store().removeItem(name));
  return {
    remove,
    /** Returns the text, or '' if none; removes an expired one. */
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
