import { describe, expect, it } from 'vitest';
import { createCarriedAnswersStore, CARRIED_FOR } from '#client/saving/carried-answers-store.ts';
import { createFakeStorage } from '../screens/fake-browser.ts';

const answers = { given: 'Ada' };

function openBrowser() {
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const store = createFakeStorage();
  const openTab = (tab = createFakeStorage()) =>
    createCarriedAnswersStore({ tab: () => tab, browser: () => store }, () => clock.now);
  return { clock, store, openTab };
}

describe('the answers of a visitor', () => {
  it('are there for the visitor and for whoever logs in, in the same tab', () => {
    const tab = createFakeStorage();
    const { openTab } = openBrowser();
    openTab(tab).keep({ answers });
    expect(openTab(tab).of(undefined)?.answers).toEqual(answers);
    expect(openTab(tab).of('ada@example.org')?.answers).toEqual(answers);
    expect(openTab().of(undefined)).toBeUndefined();
    expect(openTab().of('ada@example.org')).toBeUndefined();
  });

  it('are kept by the browser for the address that a mail went to, and for nobody else', () => {
    const { openTab, store } = openBrowser();
    const first = openTab();
    first.keep({ answers });
    expect(store.texts()).toBe('');
    first.expectLogIn(' Ada@Example.org');
    expect(openTab().of('ada@example.org')?.answers).toEqual(answers);
    expect(openTab().of('eve@example.org')).toBeUndefined();
    expect(openTab().of(undefined)).toBeUndefined();
  });

  it('go from the tab once another one has opened the form of that address', () => {
    const { openTab } = openBrowser();
    const tab = openTab();
    tab.keep({ answers });
    tab.forgetFor('ada@example.org');
    tab.expectLogIn('ada@example.org');
    tab.forgetFor('eve@example.org');
    expect(tab.of(undefined)?.answers).toEqual(answers);
    tab.forgetFor('ada@example.org');
    expect(tab.of(undefined)).toBeUndefined();
    expect(openTab().of('ada@example.org')?.answers).toEqual(answers);
  });

  it('leave nothing behind when there are none, or when they are forgotten', () => {
    const { openTab, store } = openBrowser();
    const storage = createFakeStorage();
    const tab = openTab(storage);
    tab.keep({ answers });
    tab.expectLogIn('ada@example.org');
    tab.forget();
    expect(storage.texts() + store.texts()).toBe('');
    tab.keep({ answers });
    tab.keep({ answers: {} });
    tab.expectLogIn('ada@example.org');
    expect(storage.texts() + store.texts()).toBe('');
  });

  it('are removed after a day by the next visit, whoever comes', () => {
    const { clock, openTab, store } = openBrowser();
    const tab = openTab();
    tab.keep({ answers });
    tab.expectLogIn('ada@example.org');
    clock.now = new Date(clock.now.getTime() + CARRIED_FOR);
    openTab();
    expect(store.texts()).toBe('');
    expect(tab.of('ada@example.org')).toBeUndefined();
  });
});

describe('the answers that wait for an address', () => {
  it('are for that one alone', () => {
    const tab = openBrowser().openTab();
    tab.keep({ answers, owner: 'ada@example.org' });
    expect(tab.of('Ada@example.org')).toEqual({ answers, owner: 'ada@example.org' });
    expect(tab.of('eve@example.org')).toBeUndefined();
    expect(tab.of(undefined)).toBeUndefined();
  });

  it('are not given to another address by a mail to it', () => {
    const { openTab, store } = openBrowser();
    const tab = openTab();
    tab.keep({ answers, owner: 'ada@example.org' });
    tab.expectLogIn('eve@example.org');
    expect(store.texts()).toBe('');
  });
});

it.each(['', 'no JSON', '[]', '{"until": "soon"}', '{"answers": {"given": "Ada"}}'])(
  'what others wrote counts for nothing: %s',
  (text) => {
    const storage = createFakeStorage();
    storage.setItem('matricula:answers', text);
    const tab = openBrowser().openTab(storage);
    expect(tab.of(undefined)).toBeUndefined();
    expect(storage.texts()).toBe('');
  },
);

function refuse(): never {
  throw new Error('SecurityError');
}

it('a browser that refuses to store does no harm', () => {
  const carried = createCarriedAnswersStore({ tab: refuse, browser: refuse }, () => new Date());
  carried.keep({ answers });
  carried.expectLogIn('ada@example.org');
  carried.forget();
  expect(carried.of(undefined)).toBeUndefined();
});
