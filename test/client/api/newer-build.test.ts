import { expect, it } from 'vitest';
import { reloadOnNewerBuild } from '#client/api/newer-build.ts';

/** A page that counts its reloads; its storage survives them. */
function openPage({ server = 'answers' }: { server?: 'answers' | 'fails' | 'is gone' } = {}) {
  const memory = new Map<string, string>();
  const clock = { now: 1_000_000 };
  const page = Object.assign(new EventTarget(), {
    reloads: 0,
    sessionStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    },
    location: { href: 'https://toy.example/one', reload: () => void (page.reloads += 1) },
    fetch: async () => {
      if (server === 'is gone') throw new TypeError('Failed to fetch');
      return { ok: server === 'answers' };
    },
  });
  reloadOnNewerBuild(page, () => clock.now);
  return { page, clock };
}

/** Reports a failed load like Vite, and waits until it is handled. */
async function loadFails(page: EventTarget): Promise<Event> {
  const event = new Event('vite:preloadError', { cancelable: true });
  page.dispatchEvent(event);
  await new Promise((resolve) => setImmediate(resolve));
  return event;
}

it('a chunk replaced by a newer build reloads the page', async () => {
  const { page } = openPage();
  await loadFails(page);
  expect(page.reloads).toBe(1);
});

it.each(['is gone', 'fails'] as const)('does not reload while the server %s', async (server) => {
  const { page } = openPage({ server });
  const event = await loadFails(page);
  expect(page.reloads).toBe(0);
  expect(event.defaultPrevented).toBe(false);
});

it('several failed chunks reload once', async () => {
  const { page } = openPage();
  await Promise.all([loadFails(page), loadFails(page)]);
  expect(page.reloads).toBe(1);
});

it('a failure right after a reload is an error', async () => {
  const { page, clock } = openPage();
  await loadFails(page);
  clock.now += 2000;
  await loadFails(page);
  expect(page.reloads).toBe(1);
});

it('reloads again a day later', async () => {
  const { page, clock } = openPage();
  await loadFails(page);
  clock.now += 86_400_000;
  await loadFails(page);
  expect(page.reloads).toBe(2);
});
