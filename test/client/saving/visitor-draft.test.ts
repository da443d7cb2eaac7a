import { describe, expect, it } from 'vitest';
import { createDraftCipher, generateBrowserKey } from '#client/saving/draft-cipher.ts';
import { VISITOR_DRAFT_LIFE } from '#client/saving/draft-storage.ts';
import { createVisitorDraft } from '#client/saving/visitor-draft.ts';
import { createFakeStorage } from '../screens/fake-browser.ts';

const answers = { given: 'Ada' };

function openBrowser() {
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const store = createFakeStorage();
  const key = generateBrowserKey();
  const openTab = async (tab = createFakeStorage()) => {
    const draft = createVisitorDraft({
      tab: () => tab,
      browser: () => store,
      cipher: async () => createDraftCipher(await key),
      now: () => clock.now,
    });
    await draft.load();
    return draft;
  };
  return { clock, store, openTab };
}

describe('the answers of a visitor', () => {
  it('are removed once another tab opens the account', async () => {
    const { openTab } = openBrowser();
    const tab = await openTab();
    await tab.keep(answers);
    tab.forgetFor('ada@example.org');
    await tab.expectLogIn('ada@example.org');
    tab.forgetFor('eve@example.org');
    expect(await tab.answersFor(undefined)).toEqual(answers);
    tab.forgetFor('ada@example.org');
    expect(await tab.answersFor(undefined)).toEqual({});
    expect(await (await openTab()).answersFor('ada@example.org')).toEqual(answers);
  });

  it('are for the address that signed up alone, in the same tab, too', async () => {
    const tab = await openBrowser().openTab();
    await tab.keep(answers);
    await tab.expectLogIn('Ada@example.org');
    expect(await tab.answersFor('eve@example.org')).toEqual({});
    expect(await tab.answersFor('ada@example.org ')).toEqual(answers);
  });

  it('are removed after a day by the next visit', async () => {
    const { clock, openTab, store } = openBrowser();
    const tab = await openTab();
    await tab.keep(answers);
    await tab.expectLogIn('ada@example.org');
    clock.now = new Date(clock.now.getTime() + VISITOR_DRAFT_LIFE);
    await openTab();
    expect(store.texts()).toBe('');
    expect(await tab.answersFor('ada@example.org')).toEqual({});
  });

  it('of another browser are not read', async () => {
    const storage = createFakeStorage();
    await (await openBrowser().openTab(storage)).keep(answers);
    const tab = await openBrowser().openTab(storage);
    expect(await tab.answersFor(undefined)).toEqual({});
    expect(storage.texts()).toBe('');
  });
});

it.each(['', 'no number', '[]', '99999999999999', '99999999999999 no.cipher'])(
  'ignores foreign content: %s',
  async (text) => {
    const storage = createFakeStorage();
    storage.setItem('matricula:visitor-draft', text);
    const tab = await openBrowser().openTab(storage);
    expect(await tab.answersFor(undefined)).toEqual({});
    expect(storage.texts()).toBe('');
  },
);

const now = (): Date => new Date();

function refuse(): never {
  throw new Error('SecurityError');
}

it('works in a browser that cannot store or encrypt', async () => {
  const draft = createVisitorDraft({ tab: refuse, browser: refuse, cipher: async () => undefined, now });
  await draft.load();
  await draft.keep(answers);
  await draft.expectLogIn('ada@example.org');
  expect(await draft.answersFor(undefined)).toEqual(answers);
  expect(draft.isStored(), 'which nobody is promised').toBe(false);
  draft.forget();
  expect(await draft.answersFor(undefined)).toEqual({});
});
