import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONGEST_WAIT_MS, QUIET_MS } from '#client/widgets/lookup/suggester.ts';
import { renderLookup, HINT, offered, schoolBox, suggestion } from './render-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Searches = ReturnType<typeof renderLookup>['searches'];

const address = () => screen.getByRole('combobox', { name: 'Home' });
const count = () => screen.getAllByRole('status', { name: 'Search results' })[0]?.textContent;

/** Types into a focused box, as one change. */
function type(text: string, box = schoolBox()): void {
  act(() => box.focus());
  fireEvent.input(box, { target: { value: text } });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Runs promise reactions. */
const settle = () => pass(0);
/** Types a text, and returns these results. */
async function search(searches: Searches, text: string, names: readonly string[], box = schoolBox()) {
  type(text, box);
  await pass(QUIET_MS);
  searches.at(-1)?.answer(names.map((name) => suggestion(name)));
  await settle();
}

/** The marked line of the list. */
function marked(): string | null | undefined {
  const id = schoolBox().getAttribute('aria-activedescendant');
  return id === null ? '' : document.getElementById(id)?.textContent;
}
const press = (key: string, box = schoolBox()) => fireEvent.keyDown(box, { key });

describe('the search of a school', () => {
  it('waits for 200 ms without typing', async () => {
    const { searches } = renderLookup();
    type('eas');
    await pass(QUIET_MS - 1);
    expect(searches).toEqual([]);
    await pass(1);
    expect(searches.map(({ request }) => request)).toEqual([
      { category: 'schools', query: 'eas', state: undefined, country: undefined },
    ]);
  });

  it('waits at most 500 ms during typing', async () => {
    const { searches } = renderLookup();
    for (const text of ['ea', 'eas', 'east', 'east ']) {
      type(text);
      await pass(150);
    }
    expect([QUIET_MS, LONGEST_WAIT_MS]).toEqual([200, 500]);
    expect(searches.map(({ request }) => request['query'])).toEqual(['east']);
  });

  it('requires two letters', async () => {
    const { searches } = renderLookup();
    type('e');
    await pass(LONGEST_WAIT_MS);
    expect(searches).toEqual([]);
    expect(offered()).toEqual([]);
  });

  it('prefers the state next to it, else the home state', async () => {
    const { searches } = renderLookup({ homeState: 'CO', two_land: 'USA', two_state: 'TX' });
    type('east');
    await pass(QUIET_MS);
    type('east', schoolBox('two_'));
    await pass(QUIET_MS);
    expect(searches.map(({ request }) => request['state'])).toEqual(['CO', 'TX']);
  });

  it('is aborted and ignored once another one begins', async () => {
    const { searches } = renderLookup();
    type('eas');
    await pass(QUIET_MS);
    await search(searches, 'west', ['West High']);
    searches[0]?.answer([suggestion('East High')]);
    await settle();
    expect(searches.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(offered()).toEqual(['West High Place of West High', 'Use: west']);
  });

  it('is aborted on blur and Escape', async () => {
    const { searches } = renderLookup();
    type('eas');
    press('Escape');
    await pass(LONGEST_WAIT_MS);
    expect(searches).toEqual([]);
    type('east');
    await pass(QUIET_MS);
    act(() => schoolBox().blur());
    searches[0]?.answer([suggestion('East High')]);
    await settle();
    expect(offered()).toEqual([]);
    expect(schoolBox()).toHaveProperty('value', 'east');
  });

  it('finds nothing on failure; the text can be used', async () => {
    const { store, searches } = renderLookup();
    type('eas');
    await pass(QUIET_MS);
    searches[0]?.fail();
    await settle();
    expect(offered()).toEqual(['Use: eas']);
    fireEvent.click(screen.getByRole('option', { name: 'Use: eas' }));
    expect(answerOf(store, 'one_school')).toBe('eas');
  });

  it('begins on typing, not on autofill', async () => {
    const { searches } = renderLookup();
    fireEvent.input(schoolBox(), { target: { value: 'East High' } });
    await pass(LONGEST_WAIT_MS);
    expect(searches).toEqual([]);
  });
});

describe('the list of schools', () => {
  it('shows loading, then results, with the typed text last', async () => {
    const { searches } = renderLookup();
    type('eas');
    expect(offered()).toEqual(['Loading...', 'Use: eas']);
    await pass(QUIET_MS);
    searches[0]?.answer([suggestion('East High'), suggestion('Eastlake')]);
    await settle();
    expect(offered()).toEqual(['East High Place of East High', 'Eastlake Place of Eastlake', 'Use: eas']);
    expect(schoolBox().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox', { name: 'School one_' }).id).toBe(
      schoolBox().getAttribute('aria-controls'),
    );
  });

  it('keeps results and shows loading during the next search', async () => {
    const { searches } = renderLookup();
    await search(searches, 'eas', ['East High']);
    type('east');
    expect(offered()).toEqual(['East High Place of East High', 'Use: east', 'Loading...']);
  });

  it('announces the number of results after a pause', async () => {
    const { searches } = renderLookup();
    await search(searches, 'eas', ['East High', 'Eastlake']);
    expect(count()).toBe('');
    await pass(1000);
    expect(count()).toBe('2 results.');
    await search(searches, 'xyz', []);
    await pass(1000);
    expect(count()).toBe('No results.');
  });

  it('is navigated by arrow keys in a circle', async () => {
    const { searches } = renderLookup();
    await search(searches, 'eas', ['East High']);
    const walk = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft'].map((key) => {
      press(key);
      return marked();
    });
    expect(walk).toEqual(['East High Place of East High', 'Use: eas', '', 'Use: eas', '']);
  });

  it('opens again with an arrow key', async () => {
    const { searches } = renderLookup({ one_school: 'East' });
    act(() => schoolBox().focus());
    press('ArrowDown');
    await pass(QUIET_MS);
    searches[0]?.answer([suggestion('East High')]);
    await settle();
    expect(offered()).toHaveLength(2);
    press('Escape');
    expect(offered()).toEqual([]);
  });

  it.each(['Enter', 'Tab'])('%s accepts the marked line', async (key) => {
    const { store, searches } = renderLookup();
    await search(searches, 'eas', ['East High']);
    press('ArrowDown');
    press(key);
    expect(answerOf(store, 'one_school')).toBe('East High');
    expect(offered()).toEqual([]);
  });

  it('Enter without a marked line accepts the text', async () => {
    const { store } = renderLookup();
    type('My School');
    press('Enter');
    expect(answerOf(store, 'one_school')).toBe('My School');
    expect(offered()).toEqual([]);
    expect(screen.getByText(HINT)).toBeTruthy();
  });
});

describe('an address', () => {
  it('is searched in the chosen country', async () => {
    const { searches, store } = renderLookup({ homeLand: 'FRA' });
    type('12 Oak', address());
    await pass(QUIET_MS);
    act(() => store.dispatch({ type: 'setAnswers', answers: { homeLand: '' } }));
    type('12 Oak S', address());
    await pass(QUIET_MS);
    expect(searches.map(({ request }) => request['country'])).toEqual(['FRA', undefined]);
  });

  it('opens a list only with results', async () => {
    const { searches } = renderLookup();
    type('12 Oak', address());
    await pass(QUIET_MS);
    expect(offered()).toEqual([]);
    searches[0]?.answer([]);
    await settle();
    expect(offered()).toEqual([]);
    await search(searches, '12 Oak S', ['12 Oak Street'], address());
    expect(offered()).toEqual(['12 Oak Street Place of 12 Oak Street', 'Use: 12 Oak S']);
    expect(screen.queryByText(HINT)).toBeNull();
  });

  it('accepted with Enter opens no list', async () => {
    const { store, searches } = renderLookup();
    type('12 Oak', address());
    press('Enter', address());
    await pass(LONGEST_WAIT_MS);
    expect(answerOf(store, 'home')).toBe('12 Oak');
    expect(searches).toEqual([]);
  });
});
