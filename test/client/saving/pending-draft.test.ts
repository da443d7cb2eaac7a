import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { PendingDraft } from '#client/saving/pending-draft.ts';
import type { PendingChanges } from '#client/questionnaire/store/form-changes.ts';
import { createDrafts, type Drafts } from '#client/saving/drafts.ts';
import { type DraftBrowser, PENDING_DRAFT_LIFE } from '#client/saving/draft-storage.ts';
import { createFakePages, createFakeStorage } from '../screens/fake-browser.ts';

const newKey = (): string => randomBytes(32).toString('base64url');
const ADA = newKey();
const nothing: PendingChanges = { answers: {}, tabs: {}, counts: {}, saved: {}, tried: [] };
const ada: PendingChanges = {
  answers: { given: 'Ada', tags: ['a'], agrees: true, age: 17 },
  tabs: { side: 'west' },
  counts: { kids: 2 },
  saved: { given: '' },
  tried: [{ given: 'A' }, { given: 'Ad', tags: ['a'] }],
};

function draftsIn(locking: DraftBrowser | undefined, now: () => Date): Drafts {
  const tab = createFakeStorage();
  return createDrafts({ tab: () => tab, browser: () => tab, locking, loadKey: undefined, now });
}

function openBrowser() {
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const store = createFakeStorage();
  const pages = createFakePages(store);
  /** A page load of a logged-in student. */
  const openPage = async (key = ADA) => {
    const { browser, end } = pages.openPage();
    const changes = draftsIn(browser, () => clock.now);
    const keeper = await changes.openPending(key);
    if (!keeper) throw new Error('Nothing can be kept.');
    const found: PendingChanges[] = [];
    const take = async (kept: PendingChanges): Promise<PendingChanges> => {
      found.push(kept);
      keeper.keep(kept);
      return nothing;
    };
    return { end, keeper, found, forget: changes.forget, takeOver: () => keeper.adoptOthers(take) };
  };
  return { clock, store, openPage };
}

/** Stores changes, and waits until they are written. */
async function keepNow(
  keeper: PendingDraft,
  kept: PendingChanges,
  store: { readonly texts: () => string },
): Promise<void> {
  const before = store.texts();
  keeper.keep(kept);
  await vi.waitFor(() => expect(store.texts()).not.toBe(before));
}

describe('a pending draft', () => {
  it('is a different ciphertext each time', async () => {
    const { openPage, store } = openBrowser();
    const { keeper } = await openPage();
    await keepNow(keeper, ada, store);
    const before = store.texts();
    await keepNow(keeper, { ...ada }, store);
    expect(store.texts()).not.toBe(before);
  });

  it('is deleted when discarded, with writes in flight', async () => {
    const { openPage, store } = openBrowser();
    const { keeper, takeOver, found } = await openPage();
    await keepNow(keeper, ada, store);
    keeper.keep({ ...ada, counts: {} });
    keeper.discard();
    keeper.keep(ada);
    await vi.waitFor(() => expect(store.texts()).toBe(''));
    await takeOver();
    expect(found).toEqual([]);
  });

  it('is stored for the next log-in when a session ends', async () => {
    const { openPage, store } = openBrowser();
    const first = await openPage();
    await keepNow(first.keeper, ada, store);
    first.forget();
    expect(store.texts()).toBe('');
    first.keeper.close();
    await vi.waitFor(() => expect(store.texts()).not.toBe(''));
    const second = await openPage();
    await second.takeOver();
    expect(second.found).toEqual([ada]);
  });

  it('is deleted after thirty days by any page', async () => {
    const { openPage, store, clock } = openBrowser();
    const first = await openPage();
    await keepNow(first.keeper, ada, store);
    first.end();
    clock.now = new Date(clock.now.getTime() + PENDING_DRAFT_LIFE - 1);
    await openPage(newKey());
    expect(store.length).toBe(1);
    clock.now = new Date(clock.now.getTime() + 1);
    await openPage(newKey());
    expect(store.length).toBe(0);
  });
});

describe('two pages of a student', () => {
  it('take over later drafts of the other when it ends', async () => {
    const { openPage, store } = openBrowser();
    const [one, other] = [await openPage(), await openPage()];
    await other.takeOver();
    await keepNow(one.keeper, ada, store);
    one.keeper.keep(nothing);
    await vi.waitFor(() => expect(store.length).toBe(0));
    await keepNow(one.keeper, ada, store);
    expect(other.found).toEqual([]);
    one.end();
    await vi.waitFor(() => expect(other.found).toEqual([ada]));
  });

  it('take over a draft once, however many there are', async () => {
    const { openPage, store } = openBrowser();
    const first = await openPage();
    await keepNow(first.keeper, ada, store);
    const others = [await openPage(), await openPage()];
    for (const other of others) await other.takeOver();
    first.end();
    await vi.waitFor(() => expect(others.flatMap(({ found }) => found)).toEqual([ada]));
    await vi.waitFor(() => expect(store.length).toBe(1));
    expect(others.flatMap(({ found }) => found)).toEqual([ada]);
  });
});

it.each([
  ['a browser that cannot encrypt or lock', undefined],
  [
    'a browser with a blocked store',
    {
      ...createFakePages(createFakeStorage()).openPage().browser,
      store: () => {
        throw new Error('blocked');
      },
    },
  ],
])('%s stores nothing, without errors', async (_, browser) => {
  const changes = draftsIn(browser, () => new Date());
  const keeper = await changes.openPending(ADA);
  keeper?.keep(ada);
  await keeper?.adoptOthers(() => expect.unreachable());
  changes.forget();
  keeper?.close();
});
