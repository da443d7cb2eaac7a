import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { TODAY } from '#form/conditions/date-offset.ts';
import { addAnother, form, page, question } from '#test/form/build-definition.ts';
import { firstPage, nodeOf, storeOf, toyStore } from './toy-pages.ts';
import { WithDialogs } from '../with-dialogs.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

function show(...given: Parameters<typeof toyStore>) {
  const store = toyStore(...given);
  render(<FormPage page={firstPage} store={store} />, { wrapper: WithDialogs });
  return { store, user: userEvent.setup() };
}

const instances = () => screen.getAllByRole('group', { name: /^pets \d+$/ });
const removals = () => screen.queryAllByRole('button', { name: /^Remove/ });
const box = (key: string) => document.querySelector(`[data-question="${key}"]`);

describe('a page', () => {
  it('shows each visible question with its label, in the order of the layout', () => {
    show();
    expect(screen.getByRole('heading', { level: 2, name: 'Person' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Given Name' }).id).toBe('given');
    expect(screen.getByRole('radiogroup', { name: 'Do you have a pet?' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Pets' })).toBeTruthy();
    expect(screen.getByText('Nearly done.')).toBeTruthy();
  });

  it.each([
    ['2027-01-14', false],
    ['2027-01-15', true],
  ])('on %s shows a question that is asked from January 15 on: %s', (day, isShown) => {
    vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`) });
    const late = { valueKey: TODAY, operator: 'gte', target: '2027-01-15' } as const;
    const asked = page([question('reason', { label: 'Reason', visibleWhen: late })], {
      layout: [{ kind: 'question', key: 'reason', visibleWhen: late }],
    });
    const store = storeOf(form([asked]), {}, { now: new Date() });
    render(<FormPage page={asked} store={store} />, { wrapper: WithDialogs });
    expect(screen.queryByRole('textbox', { name: 'Reason' }) !== null).toBe(isShown);
    vi.useRealTimers();
  });

  it('has RJSF render each of its questions', () => {
    const rendered = vi.spyOn(Object(SchemaField), 'type');
    show();
    const shown = Object.values(firstPage.questions).filter(({ key, partOf }) => box(key) && !partOf);
    expect(shown.map(({ key }) => key)).toContain('given');
    const names = rendered.mock.calls.map(([props]) => Object(props).name);
    expect(new Set(names)).toEqual(new Set(shown.map(({ key }) => key)));
  });

  it.each([
    ['Files', true],
    ['text/plain', false],
  ])('dropping %s outside of questions is refused: %s', (type, isRefused) => {
    show();
    const dataTransfer = { types: [type], files: [] };
    expect(fireEvent.dragEnter(document.body, { dataTransfer })).toBe(!isRefused);
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(!isRefused);
    expect(fireEvent.drop(screen.getByRole('textbox', { name: 'Given Name' }), { dataTransfer })).toBe(
      !isRefused,
    );
  });

  it('only controls have the key of a question as id', () => {
    show();
    const bearers = Object.keys(firstPage.questions).flatMap((key) => document.getElementById(key) ?? []);
    const tags = new Set(bearers.map((element) => element.tagName));
    expect([...tags].toSorted()).toEqual(['INPUT', 'SELECT', 'TEXTAREA']);
    expect(box('given')?.id).toBe('box-given');
  });

  it('controls are not in a form element, which would slow each key', () => {
    show();
    expect(screen.getByRole('textbox', { name: 'Given Name' }).closest('form')).toBeNull();
  });

  it('a number is stored as a number', async () => {
    const { store, user } = show();
    await user.type(screen.getByRole('textbox', { name: 'Age' }), '1,017{Tab}');
    expect(answerOf(store, 'age')).toBe(1017);
  });

  it('an answer changed elsewhere is shown', () => {
    const { store } = show({ given: 'Ada' });
    act(() => store.dispatch({ type: 'applyRemote', remote: { answers: { given: 'Eve' } } }));
    expect(screen.getByDisplayValue('Eve')).toBeTruthy();
  });

  it('an answer changed elsewhere is shown in the box that has the focus, once typed text is stored', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { store } = show({ given: 'Ada' });
    const given = screen.getByDisplayValue('Ada');
    const changeElsewhere = (text: string) =>
      act(() => store.dispatch({ type: 'applyRemote', remote: { answers: { given: text } } }));
    fireEvent.input(given, { target: { value: 'Adam ' } });
    changeElsewhere('Eve');
    expect(given).toHaveProperty('value', 'Adam ');
    act(() => void vi.advanceTimersByTime(2000));
    expect(given).toHaveProperty('value', 'Adam ');
    changeElsewhere('Eve');
    expect(given).toHaveProperty('value', 'Eve');
  });

  it('text typed into a section as it hides is cleared', async () => {
    const { user } = show({ pet: 'Y' });
    await user.type(screen.getByRole('textbox', { name: 'Name of the Pet' }), 'Rex');
    await user.click(screen.getByRole('radio', { name: 'No' }));
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByRole('textbox', { name: 'Name of the Pet' })).toHaveProperty('value', '');
  });
});

describe('messages', () => {
  it('are shown at their question, and describe its control while present', () => {
    const { store } = show();
    const control = screen.getByRole('textbox', { name: 'Given Name' });
    expect(control.getAttribute('aria-describedby')).toBe('help-given');
    expect(control.hasAttribute('aria-invalid')).toBe(false);
    act(() => store.dispatch({ type: 'setErrors', sources: [{ given: ['Given Name is required.'] }] }));
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(control.getAttribute('aria-describedby')).toBe('error-given help-given');
    expect(document.getElementById('error-given')?.textContent).toBe('Given Name is required.');
    act(() => store.dispatch({ type: 'setErrors', sources: [{}] }));
    expect(document.getElementById('error-given')).toBeNull();
  });

  it('every id that a control refers to is on the page', () => {
    const { store } = show();
    act(() =>
      store.dispatch({
        type: 'setErrors',
        sources: [{ pet: ['Choose.'], month: ['Needed.'], land: ['Needed.'], essay: ['Long.'] }],
      }),
    );
    for (const attribute of ['aria-describedby', 'aria-labelledby', 'aria-controls']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        for (const id of element.getAttribute(attribute)?.split(' ') ?? []) {
          expect(document.getElementById(id), `${attribute} ${id}`).not.toBeNull();
        }
      }
    }
  });
});

describe('groups', () => {
  it('arrow keys move between tabs, and Enter chooses one', async () => {
    const { store, user } = show({ essay: 'Words' });
    await user.type(screen.getByRole('tab', { name: 'East' }), '{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'West' }));
    expect(screen.getByRole('textbox', { name: 'Essay' })).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('tabpanel', { name: 'West' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Link' })).toBeTruthy();
    expect(answerOf(store, 'essay')).toBe('');
  });

  it('arrow keys follow the direction of reading', async () => {
    const node = nodeOf('tabs');
    const north = { id: 'north', title: 'North', children: [] };
    const layout = [{ ...node, tabs: [...node.tabs, north] }];
    render(<FormPage page={{ ...firstPage, layout }} store={toyStore({}, true)} />, { wrapper: WithDialogs });
    screen.getByRole('tablist').style.direction = 'rtl';
    act(() => screen.getByRole('tab', { name: 'East' }).focus());
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'West' }));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'North' }));
  });

  it('visitors see only the default tab, and cannot add', () => {
    show({}, false);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['East']);
    expect(screen.queryByRole('button', { name: 'Add Another' })).toBeNull();
  });

  it('confirms the removal of a filled one', async () => {
    const { store, user } = show({ kid: 'Ann', kid_2: 'Bob' });
    await user.click(screen.getByRole('button', { name: 'Remove kids 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove kids 1?' }));
    expect(dialog.getByText('This clears “The kid”.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(answerOf(store, 'kid')).toBe('Ann');
    await user.click(screen.getByRole('button', { name: 'Remove kids 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect([answerOf(store, 'kid'), answerOf(store, 'kid_2')]).toEqual(['Bob', '']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the confirmation focuses Cancel', async () => {
    const { user } = show({ kid: 'Ann', kid_2: 'Bob' });
    await user.click(screen.getByRole('button', { name: 'Remove kids 2' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('group', { name: 'kids 2' })).toBeDefined();
  });

  it('shows a minimum of three at once, which cannot be removed, and up to 50', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => [`pet_${index + 1}`]);
    const questions = keys.flat().map((key) => question(key));
    const pets = page(questions, { layout: [{ ...addAnother('pets', ...keys), min: 3 }] });
    const store = storeOf(form([pets]));
    render(<FormPage page={pets} store={store} />, { wrapper: WithDialogs });
    expect([instances().length, removals().length]).toEqual([3, 0]);
    fireEvent.click(screen.getByRole('button', { name: 'Add Another' }));
    expect([instances().length, removals().length]).toEqual([4, 4]);
    fireEvent.click(removals()[0] ?? document.body);
    expect([instances().length, removals().length]).toEqual([3, 0]);
    act(() => store.dispatch({ type: 'setAnswers', answers: { pet_50: 'Rex' } }));
    expect(instances()).toHaveLength(50);
    expect(screen.queryByRole('button', { name: 'Add Another' })).toBeNull();
  });

  it('removes an empty one at once, announces it and focuses Add', async () => {
    const { store, user } = show({ kid: 'Ann' });
    await user.click(screen.getByRole('button', { name: 'Add Another' }));
    await user.click(screen.getByRole('button', { name: 'Remove kids 2' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('kids 2 was removed.').getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Another' }));
    expect(answerOf(store, 'kid')).toBe('Ann');
  });

  it('a group with a minimum of 0 starts empty', async () => {
    const { store, user } = show();
    expect(screen.queryByRole('textbox', { name: 'Name of the Trip' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add a Trip' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name of the Trip' }));
    await user.click(screen.getByRole('button', { name: 'Remove trips 1' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a Trip' }));
    expect(screen.queryByRole('group', { name: 'trips 1' })).toBeNull();
    expect(store.state().form.counts['trips']).toBe(0);
  });

  it('an empty group explains that it needs an account', () => {
    show({}, false);
    expect(screen.getByText('This can be added once you have created an account.')).toBeTruthy();
  });

  it('a confirmation shows its content on click', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'I have a secret' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Secret' }));
  });
});
