import { createCarriedAnswers } from '#client/data/carried-answers.ts';
import { createOtherTabs, type OtherTabs } from '#client/data/session-news.ts';

/** A storage in memory. */
export function createFakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  readonly texts: () => string;
} {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    texts: () => [...entries.values()].join('\n'),
  };
}

/** One browser: a cookie, a store, and tabs that hear each other. */
export function createFakeBrowser({ isSignedIn = false } = {}) {
  const session = { isSignedIn };
  const store = createFakeStorage();
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
    /** What a page load in a tab is given; a reload brings the same `tab` along. */
    open: (now: () => Date, tab = createFakeStorage()) => ({
      isSignedIn: () => session.isSignedIn,
      carried: createCarriedAnswers({ tab: () => tab, browser: () => store }, now),
      otherTabs: openChannel(),
    }),
  };
}

export type FakeBrowser = ReturnType<typeof createFakeBrowser>;
