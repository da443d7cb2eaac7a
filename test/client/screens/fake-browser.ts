import { generateBrowserKey } from '#client/saving/draft-cipher.ts';
import { createDrafts } from '#client/saving/drafts.ts';
import type { DraftBrowser, DraftStore, PageLocks } from '#client/saving/draft-storage.ts';
import { createOtherTabs, type OtherTabs } from '#client/api/other-tabs.ts';

/** A storage in memory. */
export function createFakeStorage(): DraftStore & { readonly texts: () => string } {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
    texts: () => [...entries.values()].join('\n'),
  };
}

/** The pages of one browser: locks and a shared store with events. */
export function createFakePages(store: DraftStore) {
  type Page = { isGone: boolean; hear: (name: string) => void };
  const pages = new Set<Page>();
  const queues = new Map<string, { readonly page: Page; readonly begin: () => void }[]>();
  const leave = (name: string, page: Page): void => {
    const [first, ...rest] = queues.get(name) ?? [];
    const others = rest.filter((one) => one.page !== page);
    if (!first) return;
    queues.set(name, first.page === page ? others : [first, ...others]);
    if (first.page === page) others[0]?.begin();
  };
  const lockedFor = (page: Page): PageLocks => {
    const wait = (name: string, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (page.isGone) return;
        const queue = [...(queues.get(name) ?? []), { page, begin: resolve }];
        queues.set(name, queue);
        if (queue.length === 1) resolve();
        signal?.addEventListener('abort', () => reject(new Error('The page no longer waits.')));
      });
    const hold: PageLocks['hold'] = async (name, work, signal) => {
      await wait(name, signal);
      await work();
      leave(name, page);
    };
    const holdIfFree: PageLocks['holdIfFree'] = async (name, work) => {
      if (!page.isGone && (queues.get(name) ?? []).length > 0) return false;
      await hold(name, work);
      return true;
    };
    return { hold, holdIfFree };
  };
  const storedBy = (page: Page): DraftStore => ({
    ...store,
    get length() {
      return store.length;
    },
    setItem: (name, text) => {
      if (page.isGone) return;
      store.setItem(name, text);
      for (const other of pages) if (other !== page) other.hear(name);
    },
    removeItem: (name) => {
      if (!page.isGone) store.removeItem(name);
    },
  });
  return {
    openPage: () => {
      const page: Page = { isGone: false, hear: () => {} };
      pages.add(page);
      const pageStore = storedBy(page);
      const browser: DraftBrowser = {
        store: () => pageStore,
        locks: lockedFor(page),
        onWritten: (listener) => (page.hear = listener),
      };
      /** Closes the page: releases its locks, and stops its work. */
      const end = (): void => {
        page.isGone = true;
        for (const name of queues.keys()) leave(name, page);
      };
      return { browser, end };
    },
  };
}

/** One browser: a cookie, a store, and tabs that hear each other. */
export function createFakeBrowser({ isSignedIn = false } = {}) {
  const session = { isSignedIn, mark: 'first' };
  const store = createFakeStorage();
  const pages = createFakePages(store);
  const key = generateBrowserKey();
  const channels = new Set<EventTarget>();
  const openChannel = (): OtherTabs => {
    const channel = new EventTarget();
    channels.add(channel);
    return createOtherTabs({
      addEventListener: channel.addEventListener.bind(channel),
      removeEventListener: channel.removeEventListener.bind(channel),
      postMessage: (data) => {
        for (const other of channels) {
          if (other !== channel) other.dispatchEvent(new MessageEvent('message', { data }));
        }
      },
    });
  };
  return {
    session,
    store,
    /** Opens a page in a tab; a reload passes the same `tab`. */
    open: (now: () => Date, tab = createFakeStorage()) => {
      const page = pages.openPage();
      return {
        isSignedIn: () => session.isSignedIn,
        sessionMark: () => session.mark,
        dropSession: () => void (session.isSignedIn = false),
        drafts: createDrafts({
          tab: () => tab,
          browser: () => store,
          locking: page.browser,
          loadKey: () => key,
          now,
        }),
        otherTabs: openChannel(),
        end: page.end,
      };
    },
  };
}

export type FakeBrowser = ReturnType<typeof createFakeBrowser>;
