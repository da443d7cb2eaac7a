import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDraft,
  commitDrafts,
  hasDrafts,
  removeDraft,
  watchDrafts,
} from '#client/widgets/commit-drafts.ts';
import { setLanguage } from '#texts/language.ts';
import { renderWidget } from './render-widget.tsx';

afterEach(() => vi.useRealTimers());

const control = () => screen.getByRole('textbox', { name: 'Question' });

function refuse(): never {
  throw new Error('This cannot be taken.');
}

describe('text', () => {
  it('is stored on blur, trimmed', async () => {
    const { reported, user } = renderWidget('text', {});
    await user.type(control(), '  Ada ');
    expect(reported).toEqual([]);
    await user.tab();
    expect(reported).toEqual(['Ada']);
    expect(control()).toHaveProperty('value', 'Ada');
  });

  it('is stored on Enter', async () => {
    const { reported, user } = renderWidget('text', {});
    await user.type(control(), 'Ada{Enter}');
    expect(reported).toEqual(['Ada']);
  });

  it('is stored before a save, and when the page is hidden', async () => {
    const { reported, user } = renderWidget('text', {});
    await user.type(control(), 'A');
    commitDrafts();
    await user.type(control(), 'b');
    globalThis.dispatchEvent(new Event('pagehide'));
    expect(reported).toEqual(['A', 'Ab']);
  });

  it('is stored even if another text fails', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    addDraft(refuse);
    const { reported, user } = renderWidget('text', {});
    await user.type(control(), 'Ada');
    commitDrafts();
    removeDraft(refuse);
    expect(reported).toEqual(['Ada']);
    expect(printed).toHaveBeenCalledOnce();
  });

  it('is not reported if only visited', async () => {
    const { reported, user } = renderWidget('text', {}, { value: 'Ada' });
    await user.click(control());
    await user.tab();
    expect(reported).toEqual([]);
  });

  it.each([
    ['$1,250.50', 1250.5, '$1,250.50', 'en-US'],
    ['1250,555', 1250.555, '$1,250.555', 'en-US'],
    ['USD 1,250', 1250, '$1,250.00', 'en-US'],
    ['-.5', -0.5, '-$0.50', 'en-US'],
    ['1,2,5', '1,2,5', '1,2,5', 'en-US'],
    ['12 US$', 12, '12,00\u00a0US$', 'es'],
    ['1.250,5', 1250.5, '1250,50\u00a0US$', 'es'],
    ['12.5', 12.5, '12,50\u00a0US$', 'es'],
  ])('takes the amount %s as %j and shows %s (%#)', async (typed, stored, shown, locale) => {
    setLanguage({ locale });
    const { reported, user } = renderWidget('text', { type: 'number', currency: 'USD' });
    expect(control().getAttribute('inputmode')).toBe('decimal');
    await user.type(control(), typed);
    await user.tab();
    expect(reported).toEqual([stored]);
    expect(control()).toHaveProperty('value', shown);
    setLanguage();
  });

  it('has the keyboard and autofill of its question', () => {
    renderWidget('text', { ui: { type: 'email', inputMode: 'email', autocomplete: 'username' } });
    expect(control()).toMatchObject({ type: 'email', autocomplete: 'username' });
    expect(control().getAttribute('inputmode')).toBe('email');
  });
});

describe('the keyboard of a phone', () => {
  it.each([
    ['a given name', { ui: { autocomplete: 'given-name' } }, ['words', 'off', 'false', null]],
    ['an email address', { ui: { type: 'email', inputMode: 'email' } }, ['none', 'off', 'false', 'email']],
    ['a postal code', { ui: { autocomplete: 'postal-code' } }, ['none', 'off', 'false', null]],
    ['a whole number', { type: 'integer' }, ['none', 'off', 'false', 'numeric']],
    ['a text of digits', { constraints: { pattern: '^[0-9]{1,2}$' } }, ['none', 'off', 'false', 'numeric']],
    ['a sentence', {}, [null, null, null, null]],
  ] as const)('of %s', (_what, part, expected) => {
    renderWidget('text', part);
    const names = ['autocapitalize', 'autocorrect', 'spellcheck', 'inputmode'];
    expect(names.map((name) => control().getAttribute(name))).toEqual(expected);
  });
});

describe.each(['text', 'textarea', 'phone'])('a %s during typing', (widget) => {
  it('is stored every two seconds', () => {
    vi.useFakeTimers();
    const { reported } = renderWidget(widget, { ui: { store: 'digits' } });
    fireEvent.input(control(), { target: { value: '202' } });
    vi.advanceTimersByTime(1999);
    fireEvent.input(control(), { target: { value: '2025' } });
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reported).toEqual(['2025']);
    fireEvent.input(control(), { target: { value: '20255' } });
    vi.advanceTimersByTime(2000);
    expect(reported).toEqual(['2025', '20255']);
    vi.advanceTimersByTime(2000);
    expect(reported).toHaveLength(2);
  });

  it('is a draft from the first key until stored', () => {
    vi.useFakeTimers();
    const listener = vi.fn<() => void>();
    const stopWatching = watchDrafts(listener);
    renderWidget(widget, {});
    expect(hasDrafts()).toBe(false);
    fireEvent.input(control(), { target: { value: '2' } });
    fireEvent.input(control(), { target: { value: '20' } });
    expect(hasDrafts()).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(hasDrafts()).toBe(false);
    expect(listener).toHaveBeenCalledTimes(2);
    stopWatching();
  });
});

describe('a number during typing', () => {
  it('is stored on blur, since its first digits are another number', () => {
    vi.useFakeTimers();
    const { reported } = renderWidget('text', { type: 'integer' });
    fireEvent.input(control(), { target: { value: '1' } });
    vi.advanceTimersByTime(4000);
    expect(reported).toEqual([]);
    fireEvent.input(control(), { target: { value: '15' } });
    fireEvent.blur(control());
    expect(reported).toEqual([15]);
  });
});

describe('textarea', () => {
  const essay = { constraints: { maxLength: 5 } };

  it('counts characters, not UTF-16 units, while typing', async () => {
    const { user } = renderWidget('textarea', essay);
    await user.type(control(), 'a😀');
    expect(screen.getByText('Character count: 2 / 5')).toBeTruthy();
    expect(control().getAttribute('aria-describedby')).toBe('q-count');
  });

  it.each([
    [89, ''],
    [90, 'Near the limit of 100 characters.'],
    [99, 'Near the limit of 100 characters.'],
    [100, "You've reached the limit."],
    [101, 'This is longer than the limit.'],
  ])('with %i of 100 characters announces "%s"', (length, notice) => {
    renderWidget('textarea', { constraints: { maxLength: 100 } }, { value: 'x'.repeat(length) });
    expect(screen.getByRole('status').textContent).toBe(notice);
  });

  it('reports a text over the limit, and cuts nothing off', async () => {
    const { reported, user } = renderWidget('textarea', essay);
    await user.type(control(), 'abcdefg');
    expect(screen.getByRole('status').textContent).toBe('This is longer than the limit.');
    await user.tab();
    expect(reported).toEqual(['abcdefg']);
  });

  it('spaces are not an answer', async () => {
    const { reported, user } = renderWidget('textarea', {});
    await user.type(control(), '  {Tab}');
    expect(reported).toEqual(['']);
  });
});
