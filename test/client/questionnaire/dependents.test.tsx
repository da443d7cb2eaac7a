import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import type { Answers, Condition, FormState } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const options = {
  lands: ['A', 'B', 'C'].map((value) => ({ value, label: `Land ${value}` })),
  areasOfA: [
    { value: 'N', label: 'North of A' },
    { value: 'S', label: 'South of A' },
  ],
  areasOfB: [{ value: 'N', label: 'Nordby' }],
};
const hasAreas: Condition = { valueKey: 'land', operator: 'in', target: ['A', 'B'] };

/** The area is a list, and hidden or a text without one. */
const areaPage = (visibleWhen: Condition, otherwise?: 'text') =>
  page(
    [
      question('land', { label: 'Land', widget: 'dropdown', options: 'lands', companion: true }),
      question('area', {
        label: 'Area',
        widget: 'conditionalDropdown',
        companion: true,
        dependsOn: {
          valueKey: 'land',
          lists: { A: 'areasOfA', B: 'areasOfB' },
          ...(otherwise && { otherwise }),
        },
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

const onlyLists = areaPage(hasAreas);
const withText = areaPage({ valueKey: 'land', operator: 'answered' }, 'text');

function show(answers: Answers, only = onlyLists) {
  const store = createFormStore({
    definition: form([only], { options }),
    state: stateOf(answers),
    now: new Date('2026-11-21T12:00:00Z'),
    signedIn: true,
  });
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

  it('is a text for an answer without a list, not carried over to a list', async () => {
    const { store, user } = show({}, withText);
    await user.selectOptions(land(), 'Land C');
    await user.type(screen.getByRole('textbox', { name: 'Area' }), 'N');
    await user.tab();
    expect(store.state().form.answers).toMatchObject({ land: 'C', area: 'N', area_desc: 'N' });
    await user.selectOptions(land(), 'Land A');
    expect(offered()).toEqual(['North of A', 'South of A']);
    expect(store.state().form.answers).toMatchObject({ land: 'A', area: '', area_desc: '' });
  });

  it('stores the label from the current list', async () => {
    const { store, user } = show({ land: 'B' });
    await user.selectOptions(area(), 'Nordby');
    expect(store.state().form.answers).toMatchObject({ area: 'N', area_desc: 'Nordby' });
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

  it('keeps its answer if the other is unchanged', () => {
    const { store, deltas } = show(IN_A);
    store.dispatch({ type: 'setAnswers', answers: { land: 'A' } });
    expect(deltas).toEqual([]);
  });

  it('accepts both answers at once', () => {
    const { store } = show(IN_A);
    act(() => store.dispatch({ type: 'setAnswers', answers: { land: 'B', area: 'N' } }));
    expect(store.state().form.answers).toMatchObject({ land: 'B', area: 'N', area_desc: 'Nordby' });
    expect(store.state().lastStep?.cleared).toBeUndefined();
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
