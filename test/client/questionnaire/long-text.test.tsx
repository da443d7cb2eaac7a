import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Answers, LayoutNode } from '#form/definition/definition.ts';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { takeVisitorDraft } from '#client/saving/take-visitor-draft.ts';
import { WithDialogs } from '../with-dialogs.tsx';
import { form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';
import { storeOf } from './toy-pages.ts';

const LONG = 'I was in the hospital for two months.\nMy grades suffered.';
const yesNo = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
];
const isYes = { valueKey: 'sick', operator: 'equals', target: 'Y' } as const;
const isNamed = { valueKey: 'club', operator: 'answered' } as const;
const inWest = { valueKey: 'side', operator: 'equals', target: 'west' } as const;
const answersIn = (store: FormStore) => store.state().form.answers;
const text = (key: string, label: string) =>
  question(key, { widget: 'textarea', multiline: true, label, fullLabel: label });
const inFrance = { valueKey: 'land', operator: 'equals', target: 'FRA' } as const;
const school = question('school', {
  label: 'School',
  lookup: { category: 'schools', fills: { name: 'school', country: 'land' } },
});

/** A page with every way to clear a long text. */
const only = page(
  [
    question('sick', { label: 'Were you ill?', widget: 'radio', options: 'yes-no' }),
    { ...text('illness', 'What happened'), visibleWhen: isYes },
    question('club', { label: 'Club', parts: ['club_code'] }),
    question('club_code', { partOf: 'club' }),
    { ...text('duties', 'Your duties'), visibleWhen: isNamed },
    question('level', { label: 'Level', widget: 'dropdown', options: 'yes-no' }),
    { ...text('plan', 'Your plan'), dependsOn: { valueKey: 'level' } },
    text('essay', 'Essay'),
    text('poem', 'Poem'),
    text('secret', 'Your secret'),
    school,
    question('land', { label: 'Land' }),
    { ...text('abroad', 'Your time abroad'), visibleWhen: inFrance },
  ],
  {
    layout: [
      ...nodes('sick'),
      shown('illness', isYes),
      ...nodes('club'),
      shown('duties', isNamed),
      ...nodes('level', 'plan'),
      tabs('side', ['essay'], ['poem']),
      {
        kind: 'confirm',
        id: 'more',
        trigger: 'checkbox',
        label: 'I have a secret',
        children: nodes('secret'),
      },
    ],
    clearing: [
      { when: { not: isYes }, keys: ['illness'] },
      { when: { not: isNamed }, keys: ['duties'] },
      { when: inWest, keys: ['essay'] },
      { when: { not: inFrance }, keys: ['abroad'] },
      { when: { not: inWest }, keys: ['poem'] },
    ],
  },
);

function shown(key: string, visibleWhen: LayoutNode['visibleWhen']): LayoutNode {
  return { kind: 'section', id: key, ...(visibleWhen && { visibleWhen }), children: nodes(key) };
}

const definition = form([only], { options: { 'yes-no': yesNo } });

function renderPage(answers: Answers) {
  const store = storeOf(definition, answers);
  render(<FormPage page={only} store={store} />, { wrapper: WithDialogs });
  const user = userEvent.setup();
  return { store, user };
}

type Rendered = ReturnType<typeof renderPage>;
type Way = {
  readonly answers: Answers;
  readonly change: (user: Rendered['user']) => Promise<void>;
  /** The named question. */
  readonly names: string;
  /** Whether the changed control is reverted. */
  readonly isAsBefore: () => boolean;
  /** The key of the text. */
  readonly key: string;
};

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const club = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Club' });
const level = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Level' });
const tab = (name: string) => screen.getByRole('tab', { name });

const ways: readonly (readonly [string, Way])[] = [
  [
    'a radio whose section hides',
    {
      answers: { sick: 'Y', illness: LONG },
      change: (user) => user.click(radio('No')),
      names: '“What happened”',
      isAsBefore: () => radio('Yes').checked && !radio('No').checked,
      key: 'illness',
    },
  ],
  [
    'a cleared line of text',
    {
      answers: { club: 'Chess', duties: LONG },
      change: async (user) => {
        await user.clear(club());
        await user.tab();
      },
      names: '“Your duties”',
      isAsBefore: () => club().value === 'Chess',
      key: 'duties',
    },
  ],
  [
    'a list that controls another question',
    {
      answers: { level: 'Y', plan: LONG },
      change: (user) => user.selectOptions(level(), 'No'),
      names: '“Your plan”',
      isAsBefore: () => level().value === 'Y',
      key: 'plan',
    },
  ],
  [
    'a tab',
    {
      answers: { essay: LONG },
      change: (user) => user.click(tab('West')),
      names: '“Essay”',
      isAsBefore: () => tab('East').getAttribute('aria-selected') === 'true',
      key: 'essay',
    },
  ],
  [
    'a confirmation that closes',
    {
      answers: { secret: LONG },
      change: (user) => user.click(box('I have a secret')),
      names: '“Your secret”',
      isAsBefore: () => box('I have a secret').checked,
      key: 'secret',
    },
  ],
];

const dialog = () => screen.findByRole('dialog');
const cancel = async () => within(await dialog()).getByRole('button', { name: 'Cancel' });
const agree = async () => within(await dialog()).getByRole('button', { name: 'Clear and change' });

describe.each(ways)('a long text that %s would clear', (_, { answers, change, names, isAsBefore, key }) => {
  it('is named in a question, and stays with all changes reverted on Cancel', async () => {
    const { store, user } = renderPage(answers);
    const before = answersIn(store);
    await change(user);
    const asked = await dialog();
    expect(asked.textContent).toContain(`under ${names}`);
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answersIn(store)).toEqual(before);
    expect(isAsBefore()).toBe(true);
    expect(store.state().lastStep?.cleared).toBeUndefined();
  });

  it('is cleared once the student agrees, and can be undone', async () => {
    const { store, user } = renderPage(answers);
    await change(user);
    await user.click(await agree());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answersIn(store)[key]).not.toBe(LONG);
    store.dispatch({ type: 'undo' });
    expect(answersIn(store)).toMatchObject(answers);
  });
});

describe('the confirmation for a long text', () => {
  it('covers all changes of the control', async () => {
    const { store, user } = renderPage({ club: 'Chess', club_code: '7', duties: LONG });
    const emptyClub = () =>
      act(() => {
        store.dispatch({ type: 'setAnswers', answers: { club: '' } });
        store.dispatch({ type: 'setAnswers', answers: { club_code: '' } });
      });
    emptyClub();
    await user.click(await cancel());
    expect(answersIn(store)).toMatchObject({ club: 'Chess', club_code: '7', duties: LONG });
    emptyClub();
    await user.click(await agree());
    expect(answersIn(store)).toMatchObject({ club: '', club_code: '', duties: '' });
  });

  it('does not block other answers', async () => {
    const { store, user } = renderPage({ sick: 'Y', illness: LONG });
    act(() => {
      store.dispatch({ type: 'setAnswers', answers: { sick: 'N' } });
      store.dispatch({ type: 'setAnswers', answers: { essay: 'Typed just before' } });
    });
    await user.click(await cancel());
    expect(answersIn(store)).toMatchObject({ sick: 'Y', illness: LONG, essay: 'Typed just before' });
  });

  it('is repeated for both, if another was written meanwhile', async () => {
    const { store, user } = renderPage({ sick: 'Y', illness: LONG, club: 'Chess' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { sick: 'N', club: '' } }));
    expect((await dialog()).textContent).toContain('what you wrote under “What happened” will be');
    act(() => store.dispatch({ type: 'setAnswers', answers: { duties: LONG } }));
    await user.click(await agree());
    expect((await dialog()).textContent).toContain('under “What happened” and “Your duties” will be');
    expect(answersIn(store)).toMatchObject({ sick: 'Y', illness: LONG, club: 'Chess', duties: LONG });
    await user.click(await agree());
    expect(answersIn(store)).toMatchObject({ sick: 'N', illness: '', club: '', duties: '' });
  });

  it('is shown before a record is filled in, and Cancel undoes the search', async () => {
    const { store, user } = renderPage({ school: 'Lycee', land: 'FRA', abroad: LONG });
    const choose = () =>
      act(() => {
        store.dispatch({ type: 'setAnswers', answers: { school: 'East High' } });
        const record = { name: 'East High', country: 'USA' };
        store.dispatch({ type: 'fill', question: school, record, before: { school: 'Lycee' } });
      });
    choose();
    expect((await dialog()).textContent).toContain('“Your time abroad”');
    await user.click(await cancel());
    expect(answersIn(store)).toMatchObject({ school: 'Lycee', land: 'FRA', abroad: LONG });
    choose();
    await user.click(await agree());
    expect(answersIn(store)).toMatchObject({ school: 'East High', land: 'USA', abroad: '' });
  });

  it("is shown before a visitor's answer replaces a saved one", async () => {
    const { store, user } = renderPage({ sick: 'Y', illness: LONG });
    const { resolve, conflicts } = takeVisitorDraft(definition, store, { sick: 'N' });
    act(() => resolve('mine'));
    await user.click(await cancel());
    expect([answersIn(store)['sick'], conflicts.get().length]).toEqual(['Y', 1]);
    act(() => resolve('mine'));
    await user.click(await agree());
    expect([answersIn(store)['sick'], answersIn(store)['illness'], conflicts.get()]).toEqual(['N', '', []]);
  });

  it('is not shown for changes saved elsewhere', () => {
    const { store } = renderPage({ sick: 'Y', illness: LONG });
    act(() => store.dispatch({ type: 'applyRemote', remote: { answers: { sick: 'N' } } }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answerOf(store, 'illness')).toContain('hospital');
  });
});

describe('a text', () => {
  it('emptied by the student is cleared', async () => {
    const { store, user } = renderPage({ essay: LONG });
    await user.clear(screen.getByRole('textbox', { name: 'Essay' }));
    await user.tab();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answersIn(store)['essay']).toBe('');
  });
});
