import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import type { Answers, Condition, FormState } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { storeOf } from './toy-pages.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const options = {
  lands: ['A', 'B', 'C'].map((value) => ({ value, label: `Land ${value}` })),
  areasOfA: [
    { value: 'N', label: 'North of A' },
    { value: 'S', label: 'South of A' },
  ],
  areasOfB: [{ value: 'N', label: 'Nordby' }],
};
const visibleWhen: Condition = { valueKey: 'land', operator: 'in', target: ['A', 'B'] };

/** The area is a list, and hidden without one. */
const only = page(
  [
    question('land', { label: 'Land', widget: 'dropdown', options: 'lands', companion: true }),
    question('area', {
      label: 'Area',
      widget: 'conditionalDropdown',
      companion: true,
      dependsOn: { valueKey: 'land', lists: { A: 'areasOfA', B: 'areasOfB' } },
      visibleWhen,
    }),
  ],
  {
    layout: [
      { kind: 'question', key: 'land' },
      { kind: 'question', key: 'area', visibleWhen },
    ],
    clearing: [{ when: { not: visibleWhen }, keys: ['area'] }],
  },
);

const IN_A: Answers = { land: 'A', land_desc: 'Land A', area: 'N', area_desc: 'North of A' };

function show(answers: Answers) {
  const store = storeOf(form([only], { options }), answers);
  const deltas: FormState['answers'][] = [];
  store.subscribe((delta) => delta && deltas.push(delta.answers));
  render(<FormPage page={only} store={store} />);
  return { store, deltas, user: userEvent.setup() };
}

const land = () => screen.getByRole('combobox', { name: 'Land' });
const area = () => screen.getByRole('combobox', { name: 'Area' });
const offered = () =>
  within(area())
    .getAllByRole('option')
    .map((option) => option.textContent)
    .slice(1);

describe('a question that depends on another', () => {
  it('is visible only while the other answer has a list', async () => {
    const { user } = show({});
    expect(screen.queryByRole('combobox', { name: 'Area' })).toBeNull();
    await user.selectOptions(land(), 'Land A');
    expect(offered()).toEqual(['North of A', 'South of A']);
    await user.selectOptions(land(), 'Land C');
    expect(screen.queryByRole('combobox', { name: 'Area' })).toBeNull();
  });

  it('is cleared and reported when the other changes, and restored by undo', async () => {
    const { store, deltas, user } = show(IN_A);
    await user.selectOptions(land(), 'Land B');

    expect(deltas).toEqual([{ land: 'B', land_desc: 'Land B', area: '', area_desc: '' }]);
    expect(store.state().lastStep?.cleared?.keys).toEqual(['area']);
    act(() => store.dispatch({ type: 'undo' }));
    expect(store.state().form.answers).toEqual(IN_A);
    expect(offered()).toEqual(['North of A', 'South of A']);
  });

  it("keeps the server's answer, whatever the other was", () => {
    const { store, deltas } = show(IN_A);
    act(() =>
      store.dispatch({ type: 'applyRemote', remote: { answers: { land: 'B', land_desc: 'Land B' } } }),
    );
    expect(answerOf(store, 'area')).toBe('N');
    expect(deltas).toEqual([]);
  });
});
