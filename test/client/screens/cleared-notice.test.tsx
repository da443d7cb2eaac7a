// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { ClearedNotice } from '#client/screens/form/notices/ClearedNotice.tsx';
import { form, nodes, page, question } from '#test/form/build-definition.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const whenYes = { valueKey: 'asked', operator: 'equals', target: 'Y' } as const;
const hidden = { visibleWhen: whenYes } as const;
const pages = [
  page(
    [
      question('asked', { label: 'Asked' }),
      question('why', { label: 'Why', ...hidden }),
      question('since', { widget: 'monthYear', parts: ['year'], ...hidden }),
      question('year', { partOf: 'since', ...hidden }),
      question('whom', {
        ...hidden,
        fullLabel: 'Somebody who was there, and how we can reach them by mail or phone',
      }),
      question('proof', { widget: 'file', summaryFormat: 'document', ...hidden }),
    ],
    {
      id: 'first',
      layout: [
        ...nodes('asked'),
        { kind: 'section', id: 'more', visibleWhen: whenYes, children: nodes('why') },
      ],
      clearing: [{ when: { not: whenYes }, keys: ['why', 'since', 'whom', 'proof'] }],
    },
  ),
  page([question('motto')], { id: 'second' }),
];

function draw(answers: Readonly<Record<string, string>>) {
  const state = { answers: { asked: 'Y', ...answers }, tabs: {}, counts: {} };
  const store = createFormStore({ definition: form(pages), state, now: new Date(), signedIn: true });
  const screenOf = (id: string) => (
    <>
      {pages.map((each) => each.id === id && <FormPage key={id} page={each} store={store} />)}
      <ClearedNotice store={store} />
    </>
  );
  const { rerender } = render(screenOf('first'));
  return { store, user: userEvent.setup(), goTo: (id: string) => rerender(screenOf(id)) };
}

const notice = () => screen.getByRole('status', { name: 'Cleared answers' }).textContent;
const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

describe('what a change cleared', () => {
  it.each([
    [{ why: 'Because' }, '“The why” was cleared'],
    [{ why: 'Because', since: '5' }, '“The why” and “The since” were cleared'],
    [{ since: '5', year: '2020' }, '“The since” was cleared'],
    [{ whom: 'Ada' }, '“Somebody who was there, and how we can reach them by mail…” was cleared'],
    [{ why: 'Because', since: '5', whom: 'Ada' }, '“The why”, “The since”, and 1 more answer were cleared'],
  ])('of %j is named: %s', (answers, sentence) => {
    const { store } = draw(answers);
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    expect(notice()).toContain(sentence);
  });

  it('comes back with Undo, together with the change, and has the focus', async () => {
    const { store, user } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(store.state().form.answers).toMatchObject({ asked: 'Y', why: 'Because' });
    expect(notice()).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Why' }));
  });

  it('stays cleared when the notice is closed', async () => {
    const { store, user } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(answerOf(store, 'why')).toBe('');
    expect(notice()).toBe('');
  });

  it('is named for half a minute', () => {
    vi.useFakeTimers();
    const { store } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    act(() => void vi.advanceTimersByTime(29_000));
    expect(undoButton()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(notice()).toBe('');
    vi.useRealTimers();
  });

  it('cannot be taken back any more once it is answered anew', async () => {
    const { store, user } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'Y' } }));
    await user.type(screen.getByRole('textbox', { name: 'Why' }), 'Another reason');
    await user.tab();
    expect(undoButton()).toBeNull();
    expect(answerOf(store, 'why')).toBe('Another reason');
  });

  it('leaves what is typed at the very moment of Undo', async () => {
    const { store, user } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'Y' } }));
    await user.type(screen.getByRole('textbox', { name: 'Why' }), 'Another reason');
    // As on a phone, where a tap on a button does not take the focus.
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(answerOf(store, 'why')).toBe('Another reason');
  });

  it('is no longer spoken of on another page', () => {
    const { store, goTo } = draw({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    goTo('second');
    expect(undoButton()).toBeNull();
    expect(answerOf(store, 'why')).toBe('');
  });

  it.each([[{}], [{ proof: 'ANSWERED' }]])('is not spoken of when nothing was lost of %j', (answers) => {
    const { store } = draw(answers);
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    expect(notice()).toBe('');
  });
});
