import { describe, expect, it } from 'vitest';
import { reloadOnNewerBuild } from '#client/data/newer-build.ts';

/** A page that counts its reloads; its memory outlives them, as a tab's does. */
function openPage(clock: { now: number }) {
  const memory = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    reloads: 0,
    sessionStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    },
    location: { reload: () => void (page.reloads += 1) },
  });
  reloadOnNewerBuild(page, () => clock.now);
  return page;
}

function loadFails(page: EventTarget): { readonly isHandled: boolean } {
  const event = new Event('vite:preloadError', { cancelable: true });
  page.dispatchEvent(event);
  return { isHandled: event.defaultPrevented };
}

describe('a part of the client that cannot be loaded', () => {
  it('takes the newer page', () => {
    const page = openPage({ now: 1_000_000 });
    expect(loadFails(page)).toEqual({ isHandled: true });
    expect(page.reloads).toBe(1);
  });

  it('is a fault when a reload a moment ago did not help', () => {
    const clock = { now: 1_000_000 };
    const page = openPage(clock);
    loadFails(page);
    clock.now += 2000;
    expect(loadFails(page)).toEqual({ isHandled: false });
    expect(page.reloads).toBe(1);
  });

  it('takes the newer page again a day later', () => {
    const clock = { now: 1_000_000 };
    const page = openPage(clock);
    loadFails(page);
    clock.now += 86_400_000;
    loadFails(page);
    expect(page.reloads).toBe(2);
  });
});
