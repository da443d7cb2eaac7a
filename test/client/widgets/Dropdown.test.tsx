import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RESET_MS } from '#client/widgets/choice/use-combobox.ts';
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
  { value: 'US', label: 'United States', aliases: ['USA', 'America'] },
  { value: 'CI', label: "Côte d'Ivoire" },
  { value: 'AE', label: 'United Arab Emirates' },
  ...Array.from({ length: 120 }, (_, index) => ({ value: `x${index}`, label: `Country ${index}` })),
];

const box = () => screen.getByRole('combobox', { name: 'Question' });
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' });
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('a short list', () => {
  it("is the platform's own, with an empty choice first", async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: few });
    expect(labels()).toEqual(['--', 'Alpha', 'Beta']);
    await user.selectOptions(box(), 'Beta');
    await user.selectOptions(box(), '');
    expect(reported).toEqual(['b', '']);
  });

  it('shows its groups', () => {
    drawWidget('dropdown', {}, { options: few });
    const group = within(screen.getByRole('group', { name: 'Later' }));
    expect(group.getByRole('option', { name: 'Beta' })).toBeTruthy();
  });

  it('is found by other names where it has some', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many.slice(0, 3) });
    await user.type(box(), 'america{Enter}');
    expect(reported).toEqual(['US']);
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

  it('shows its groups while nothing is searched for', async () => {
    const grouped = many.map((option, index) => (index < 3 ? option : { ...option, group: 'Others' }));
    const { user } = drawWidget('dropdown', {}, { options: grouped });
    await user.click(box());
    const group = screen.getByRole('group', { name: 'Others' });
    expect(within(group).getAllByRole('option')[0]?.textContent).toBe('Country 0');
    expect(within(group).queryByText('United States')).toBeNull();
    expect(labels().slice(0, 4)).toEqual(many.slice(0, 4).map(({ label }) => label));
    await user.type(box(), 'country 1');
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('finds an option by its value too', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'ci');
    expect(labels()).toEqual(["Côte d'Ivoire"]);
  });

  it('arrow keys and Enter choose', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united{ArrowDown}{ArrowDown}{Enter}');
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

  it.each([
    ['a code', 'us'],
    ['a name', 'united states'],
    ['another name', 'U.S.A.'],
    ['the beginning of one', 'uni'],
  ])('takes %s when it is left with Tab, and just so when something else is clicked', async (_, text) => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), text);
    await user.tab();
    await user.clear(box());
    await user.tab();
    await user.type(box(), text);
    await user.click(elsewhere());
    expect(reported).toEqual(['US', '', 'US']);
    expect(box()).toHaveProperty('value', 'United States');
  });

  it('takes what an arrow key marked when it is left', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.click(box());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await user.tab();
    expect(reported).toEqual(['CI']);
  });

  it.each([
    ['xyz', '“xyz” is not in the list, so the answer is still United States.'],
    ['united', '“united” fits several answers, so the answer is still United States.'],
  ])('left with %s keeps its answer, and says so until something else is typed', async (text, sentence) => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'US' });
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

  it('without an answer asks for one when it is left with a text that fits none', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), ' xyz ');
    await user.click(elsewhere());
    expect(screen.getByRole('status').textContent).toBe(
      '“xyz” is not in the list. Choose one from the list.',
    );
    expect([reported, box()]).toMatchObject([[], { value: '' }]);
  });

  it('stays open at Enter while nothing is marked, with nothing lost', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'united{Enter}');
    expect(labels()).toEqual(['United States', 'United Arab Emirates']);
    expect([reported, box()]).toMatchObject([[], { value: 'united' }]);
  });

  it('marks nothing where nothing is found, whatever key is pressed', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'xyz{ArrowDown}');
    expect(box().hasAttribute('aria-activedescendant')).toBe(false);
  });

  it.each(['US', 'usa', 'United States', 'America'])('takes %j from the autofill of a browser', (text) => {
    const { reported } = drawWidget('dropdown', {}, { options: many });
    fireEvent.input(box(), { target: { value: text } });
    expect(reported).toEqual(['US']);
  });

  it('says so where a browser fills in what is no option', () => {
    const { reported } = drawWidget('dropdown', {}, { options: many });
    fireEvent.input(box(), { target: { value: 'Narnia' } });
    expect(reported).toEqual([]);
    expect(screen.getByText('“Narnia” is not in the list. Choose one from the list.')).toBeDefined();
  });

  it('emptying the text empties the answer', async () => {
    const { reported, user } = drawWidget('dropdown', {}, { options: many, value: 'US' });
    await user.clear(box());
    await user.tab();
    expect(reported).toEqual(['']);
  });

  it('a search without result says so and is marked after a second, so that the next key begins anew', async () => {
    const { user } = drawWidget('dropdown', {}, { options: many });
    await user.type(box(), 'zzz');
    expect(labels()).toEqual(['No options']);
    await expect.poll(selectedText).toBe('zzz');
  });

  it.each([15, 16])(
    'a search without result in %i options lists them all only where they are few',
    async (count) => {
      const options = Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: `Option ${at}` }));
      const { reported, user } = drawWidget('dropdown', {}, { options });
      await user.type(box(), 'zzz');
      expect(labels()).toHaveLength(count === 15 ? 15 : 1);
      await user.click(screen.getAllByRole('option')[0] ?? box());
      expect(reported).toEqual(count === 15 ? ['0'] : []);
    },
  );

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

  it('announces that a search finds nothing', async () => {
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
