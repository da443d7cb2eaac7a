import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import type { LookupService } from '#client/widgets/lookup/lookup.ts';
import type { Answers } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { storeOf } from '../questionnaire/toy-pages.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const fills = { zip: 'zip', city: 'city', state: 'state', country: 'country' };
const only = page([
  question('country', { label: 'Country' }),
  question('zip', { label: 'ZIP', widget: 'zipCode', lookup: { category: 'zip', fills } }),
  question('city', { label: 'City' }),
  question('state', { label: 'State' }),
]);

const PLACES = new Map([
  ['80202', { city: 'Denver', state: 'CO', country: 'USA' }],
  ['10115', { city: 'New York', state: 'NY', country: 'USA' }],
]);

/** A page with an address, and its ZIP code requests. */
function renderAddress(answers: Answers) {
  const requested: string[] = [];
  const lookup: LookupService = {
    search: async () => ({ items: [], hasMore: false }),
    find: async ({ category, id }) => {
      requested.push(`${category} ${id}`);
      const place = PLACES.get(id.slice(0, 5));
      if (!place) throw new Error('There is no such place.');
      return place;
    },
  };
  const store = storeOf(form([only]), answers);
  render(<FormPage page={only} store={store} lookup={lookup} />);
  return { store, requested, user: userEvent.setup({ delay: null }) };
}

const zip = () => screen.getByRole('textbox', { name: 'ZIP' });
const note = () => screen.getByRole('status', { name: 'Look-up' });
/** Runs promise reactions. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

describe('a complete ZIP code', () => {
  it.each(['80202', '80202-1234'])(
    '%s fills in city and state, which is announced and can be undone',
    async (code) => {
      const { store, user, requested } = renderAddress({ country: 'USA' });
      await user.type(zip(), code);
      await waitFor(() =>
        expect(store.state().form.answers).toMatchObject({ zip: code, city: 'Denver', state: 'CO' }),
      );
      expect(requested[0]).toBe('zip 80202');
      expect(note().textContent).toBe('Filled in: City, State.');
      expect(zip().getAttribute('aria-describedby')).toBe('zip-note');
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect([answerOf(store, 'city'), answerOf(store, 'state')].filter(Boolean)).toEqual([]);
      expect(zip()).toHaveProperty('value', code);
      expect(document.activeElement).toBe(zip());
    },
  );

  it('fills in the state next to an answered city', async () => {
    const { store, user } = renderAddress({ country: 'USA', city: 'Aurora' });
    await user.type(zip(), '80202');
    await waitFor(() => expect(store.state().form.answers).toMatchObject({ city: 'Aurora', state: 'CO' }));
    expect(note().textContent).toBe('Filled in: State.');
  });

  it('keeps answers, even while they are typed', async () => {
    const { store, user } = renderAddress({ country: 'USA', state: 'TX' });
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.type(zip(), '8020');
    await user.type(city, 'Aurora');
    await user.type(zip(), '2');
    await settle();
    expect(store.state().form.answers).toMatchObject({ city: 'Aurora', state: 'TX' });
    expect(note().textContent).toBe('');
  });

  it('is replaced by another, unless edited since', async () => {
    const { store, user } = renderAddress({ country: 'USA' });
    await user.type(zip(), '80202');
    await waitFor(() => expect(answerOf(store, 'city')).toBe('Denver'));
    const state = screen.getByRole('textbox', { name: 'State' });
    await user.clear(state);
    await user.type(state, 'TX');
    await user.clear(zip());
    await user.type(zip(), '10115');
    await waitFor(() => expect(store.state().form.answers).toMatchObject({ city: 'New York', state: 'TX' }));
  });

  it('is not credited with answers of a former one', async () => {
    const { user } = renderAddress({ country: 'USA' });
    await user.type(zip(), '80202');
    await waitFor(() => expect(note().textContent).toBe('Filled in: City, State.'));
    await user.clear(zip());
    await user.type(zip(), '99999');
    await settle();
    expect(note().textContent).toBe('');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await user.clear(zip());
    await user.type(zip(), '80202');
    await waitFor(() => expect(note().textContent).toBe('Filled in: City, State.'));
  });

  it.each([{}, { country: 'DEU' }])('of a place in %j is ignored', async (answers) => {
    const { store, user } = renderAddress(answers);
    await user.type(zip(), '80202');
    await settle();
    expect(answerOf(store, 'city')).toBeUndefined();
  });

  it('unknown or incomplete fills in nothing', async () => {
    const { store, user, requested } = renderAddress({ country: 'USA' });
    await user.type(zip(), '99999');
    await settle();
    expect(answerOf(store, 'city')).toBeUndefined();
    await user.clear(zip());
    await user.type(zip(), '8020{Tab}');
    expect(requested).toEqual(['zip 99999']);
    expect(answerOf(store, 'zip')).toBe('8020');
  });
});
