import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RESET_MS } from '#client/widgets/use-combobox.ts';
import { drawWidget } from './draw-widget.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const few = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta', group: 'Later' },
];
const many = [
  { value: 'US', label: 'United States' },
  { value: 'CI', label: "Côte d'Ivoire" },
  { value: 'AE', label: 'United Arab Emirates' },
  ...Array.from({ length: 120 }, (_, index) => ({ value: `x${index}`, label: `Country ${index}` })),
];

const box = () => screen.getByRole('combobox', { name: 'Question' });
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('a short list', () => {
  it("is the platform's own, with an empty choice first", async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: few });
    expect(labels()).toEqual(['--', 'Alpha', 'Beta']);
    await user.selectOptions(box(), 'Beta');
    await user.selectOptions(box(), '');
    expect(reported).toEqual(['b', '']);
  });

  it('keeps an answer that is no longer offered in sight', () => {
    drawWidget('dropdown', {}, { options: few, value: 'old' });
    expect(box()).toHaveProperty('value', 'old');
  });

  it('without options says so', () => {
    drawWidget('dropdown', {});
    expect(labels()).toEqual(['No options']);
  });

  it('that is not there yet says so', () => {
    drawWidget('dropdown', {}, { isLoading: true });
    expect(labels()).toEqual(['Loading...']);
  });
});

describe('a long list', () => {
  it('is built only while it is open, and never more than 50 of it', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    expect(screen.queryByRole('option')).toBeNull();
    expect(box().getAttribute('aria-expanded')).toBe('false');
    await user.click(box());
    expect(screen.getAllByRole('option')).toHaveLength(50);
    expect(screen.getByRole('listbox', { name: 'Question' }).id).toBe(box().getAttribute('aria-controls'));
  });

  it('is searched by typing: beginnings first, without regard to accents', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    expect(labels()).toEqual(['United States', 'United Arab Emirates']);
    await user.clear(box());
    await user.type(box(), 'ivoi');
    expect(labels()).toEqual(["Côte d'Ivoire"]);
  });

  it('finds an option by its value too', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'ci');
    expect(labels()).toEqual(["Côte d'Ivoire"]);
  });

  it('arrow keys and Enter choose', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united{ArrowDown}{Enter}');
    expect(reported).toEqual(['AE']);
    expect(box()).toHaveProperty('value', 'United Arab Emirates');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('arrow keys reach what lies beyond the first 50', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'x80' });
    await user.click(box());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(reported).toEqual(['x81']);
  });

  it('Escape leaves the answer as it was', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'US' });
    await user.type(box(), 'xyz{Escape}');
    expect(box()).toHaveProperty('value', 'United States');
    expect(reported).toEqual([]);
  });

  it('leaving takes a whole label, and else goes back to the answer', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united states');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await user.clear(box());
    await user.type(box(), 'uni');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(reported).toEqual(['US']);
    expect(box()).toHaveProperty('value', 'United States');
  });

  it('Tab takes the option that is marked', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'uni');
    await user.tab();
    expect(reported).toEqual(['US']);
  });

  it('emptying the text empties the answer', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'US' });
    await user.clear(box());
    await user.tab();
    expect(reported).toEqual(['']);
  });

  it('Enter on the emptied text empties the answer too', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'US' });
    await user.clear(box());
    await user.keyboard('{Enter}');
    expect(reported).toEqual(['']);
    expect(box()).toHaveProperty('value', '');
  });

  it('a search without result says so and is marked after a second, so that the next key begins anew', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'zzz');
    expect(labels()).toEqual(['No options']);
    await expect.poll(selectedText).toBe('zzz');
  });

  it('a key after a pause goes on with a search that finds something', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    await pause();
    await user.type(box(), ' s');
    expect(labels()).toEqual(['United States']);
  });

  it('a key after a pause begins a new search where the old one would find nothing', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    await pause();
    await user.type(box(), 'c');
    expect(box()).toHaveProperty('value', 'c');
    expect(labels()).toContain("Côte d'Ivoire");
  });

  it('tells a screen reader that a search finds nothing', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'uni');
    expect(screen.getByRole('status').textContent).toBe('');
    await user.type(box(), 'x');
    expect(screen.getByRole('status').textContent).toBe('No options');
  });

  it('closes when the window gets another width, not when a keyboard takes its height', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.click(box());
    act(() => resize('innerHeight', 300));
    expect(screen.queryByRole('listbox')).not.toBeNull();
    act(() => resize('innerWidth', 400));
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

/** A pause of the typist, for the clock that the search looks at. */
async function pause(): Promise<void> {
  const later = Date.now() + RESET_MS;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  await Promise.resolve();
}

function selectedText(): string {
  const control = box();
  if (!(control instanceof HTMLInputElement)) return '';
  return control.value.slice(control.selectionStart ?? 0, control.selectionEnd ?? 0);
}

function resize(side: 'innerWidth' | 'innerHeight', pixels: number): void {
  vi.stubGlobal(side, pixels);
  globalThis.dispatchEvent(new Event('resize'));
}
