import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RESET_MS } from '#client/widgets/choice/use-combobox.ts';
import { renderWidget } from './render-widget.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const few = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta', group: 'Later' },
];
const many = [
  { value: 'US', label: 'United States', aliases: ['USA', 'America'] },
  { value: 'CI', label: "Côte d'Ivoire" },
  { value: 'AE', label: 'United Arab Emirates' },
  ...Array.from({ length: 120 }, (_, index) => ({ value: `x${index}`, label: `Country ${index}` })),
];

const box = () => screen.getByRole('combobox', { name: 'Question' });
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' });
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('a short list', () => {
  it('is a native select with an empty option first', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: few });
    expect(labels()).toEqual(['--', 'Alpha', 'Beta']);
    await user.selectOptions(box(), 'Beta');
    await user.selectOptions(box(), '');
    expect(reported).toEqual(['b', '']);
  });

  it('shows its groups', () => {
    renderWidget('dropdown', {}, { options: few });
    const group = within(screen.getByRole('group', { name: 'Later' }));
    expect(group.getByRole('option', { name: 'Beta' })).toBeTruthy();
  });

  it.each([
    [15, 'SELECT'],
    [16, 'INPUT'],
  ])('of %i options is a native or searchable one', (count, tag) => {
    const options = Array.from({ length: count }, (_, at) => ({
      value: `${at}`,
      label: `${at}`,
      aliases: ['x'],
    }));
    renderWidget('dropdown', {}, { options });
    expect(box().tagName).toBe(tag);
  });

  it('shows a retired choice', () => {
    renderWidget('dropdown', {}, { options: few, value: 'old' });
    expect(box()).toHaveProperty('value', 'old');
  });

  it.each([
    ['empty', {}, 'No options'],
    ['loading', { isLoading: true }, 'Loading...'],
  ])('reports that it is %s', (_, given, label) => {
    renderWidget('dropdown', {}, given);
    expect(labels()).toEqual([label]);
  });
});

describe('a long list', () => {
  it('renders its options only while open', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    expect(screen.queryByRole('option')).toBeNull();
    expect(box().getAttribute('aria-expanded')).toBe('false');
    await user.click(box());
    expect(screen.getAllByRole('option')).toHaveLength(many.length);
    expect(screen.getByRole('listbox', { name: 'Question' }).id).toBe(box().getAttribute('aria-controls'));
  });

  it('is searched by typing: prefixes first, ignoring accents', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    expect(labels()).toEqual(['United States', 'United Arab Emirates']);
    await user.clear(box());
    await user.type(box(), 'ivoi');
    expect(labels()).toEqual(["Côte d'Ivoire"]);
  });

  it('shows its groups until a search', async () => {
    const grouped = many.map((option, index) => (index < 3 ? option : { ...option, group: 'Others' }));
    const { user } = renderWidget('dropdown', {}, { options: grouped });
    await user.click(box());
    const group = screen.getByRole('group', { name: 'Others' });
    expect(within(group).getAllByRole('option')[0]?.textContent).toBe('Country 0');
    expect(within(group).queryByText('United States')).toBeNull();
    expect(labels().slice(0, 4)).toEqual(many.slice(0, 4).map(({ label }) => label));
    await user.type(box(), 'country 1');
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('arrow keys and Enter choose', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united{ArrowDown}{ArrowDown}{Enter}');
    expect(reported).toEqual(['AE']);
    expect(box()).toHaveProperty('value', 'United Arab Emirates');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('arrow keys begin at the chosen option', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many, value: 'x80' });
    await user.type(box(), '{ArrowDown}{Enter}');
    expect(reported).toEqual(['x81']);
  });

  it('Escape leaves the answer as it was', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many, value: 'US' });
    await user.type(box(), 'xyz{Escape}');
    expect(box()).toHaveProperty('value', 'United States');
    expect(reported).toEqual([]);
  });

  it.each([
    ['a code', 'us'],
    ['a name', 'united states'],
    ['another name', 'U.S.A.'],
    ['a prefix', 'uni'],
  ])('accepts %s on Tab, and on a click elsewhere', async (_, text) => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), text);
    await user.tab();
    await user.clear(box());
    await user.tab();
    await user.type(box(), text);
    await user.click(elsewhere());
    expect(reported).toEqual(['US', '', 'US']);
    expect(box()).toHaveProperty('value', 'United States');
  });

  it('accepts the option marked by arrow keys on blur', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), '{ArrowDown}{ArrowDown}');
    await user.tab();
    expect(reported).toEqual(['CI']);
  });

  it.each([
    ['xyz', "“xyz” isn't on the list, so the answer is still United States."],
    ['united', '“united” matches several answers, so the answer is still United States.'],
  ])('left with %s keeps its answer, and explains it until typing', async (text, sentence) => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many, value: 'US' });
    await user.type(box(), text);
    await user.tab();
    expect(reported).toEqual([]);
    expect(box()).toHaveProperty('value', 'United States');
    const note = screen.getByText(sentence);
    expect(box().getAttribute('aria-describedby')).toBe(note.id);
    expect(note.getAttribute('role')).toBe('status');
    await user.type(box(), 'c');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('without an answer requests one if the text matches none', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), ' xyz ');
    await user.click(elsewhere());
    expect(screen.getByRole('status').textContent).toBe("“xyz” isn't on the list. Choose one from the list.");
    expect([reported, box()]).toMatchObject([[], { value: '' }]);
  });

  it('stays open on Enter if nothing is marked', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united{Enter}');
    expect(labels()).toEqual(['United States', 'United Arab Emirates']);
    expect([reported, box()]).toMatchObject([[], { value: 'united' }]);
  });

  it('marks nothing if nothing is found', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'xyz{ArrowDown}');
    expect(box().hasAttribute('aria-activedescendant')).toBe(false);
  });

  it.each(['US', 'usa', 'United States', 'America'])('accepts %j from autofill', (text) => {
    const { reported } = renderWidget('dropdown', {}, { options: many });
    fireEvent.input(box(), { target: { value: text } });
    expect(reported).toEqual(['US']);
  });

  it('reports invalid autofill', async () => {
    const { reported } = renderWidget('dropdown', {}, { options: many });
    fireEvent.input(box(), { target: { value: 'Narnia' } });
    expect(reported).toEqual([]);
    expect(await screen.findByText("“Narnia” isn't on the list. Choose one from the list.")).toBeDefined();
  });

  it('emptying the text empties the answer', async () => {
    const { reported, user } = renderWidget('dropdown', {}, { options: many, value: 'US' });
    await user.clear(box());
    await user.tab();
    expect(reported).toEqual(['']);
  });

  it('selects a failed search after a second, for the next key to replace', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'zzz');
    expect(labels()).toEqual(['No options']);
    await expect.poll(selectedText).toBe('zzz');
  });

  it('a key after a pause continues a matching search', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    await pause();
    await user.type(box(), ' s');
    expect(labels()).toEqual(['United States']);
  });

  it('a key after a pause starts over if nothing would match', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united');
    await pause();
    await user.type(box(), 'c');
    expect(box()).toHaveProperty('value', 'c');
    expect(labels()).toContain("Côte d'Ivoire");
  });

  it('announces that a search finds nothing', async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.type(box(), 'uni');
    expect(screen.getByRole('status').textContent).toBe('');
    await user.type(box(), 'x');
    expect(screen.getByRole('status').textContent).toBe('No options');
  });

  it("closes when the window's width changes, not its height", async () => {
    const { user } = renderWidget('dropdown', {}, { options: many });
    await user.click(box());
    act(() => resize('innerHeight', 300));
    expect(screen.queryByRole('listbox')).not.toBeNull();
    act(() => resize('innerWidth', 400));
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

/** Pauses typing, for the search's clock. */
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
