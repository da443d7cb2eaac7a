// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { ClearedNotice } from '#client/screens/form/notices/ClearedNotice.tsx';
import { form, nodes, page, question } from '#test/form/build-definition.ts';
import { storeOf } from '../questionnaire/toy-pages.ts';
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

function renderNotice(answers: Readonly<Record<string, string>>) {
  const store = storeOf(form(pages), { asked: 'Y', ...answers });
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

describe('answers cleared by a change', () => {
  it.each([
    [{ why: 'Because' }, '“The why” was cleared'],
    [{ why: 'Because', since: '5' }, '“The why” and “The since” were cleared'],
    [{ since: '5', year: '2020' }, '“The since” was cleared'],
    [{ whom: 'Ada' }, '“Somebody who was there, and how we can reach them by mail…” was cleared'],
    [{ why: 'Because', since: '5', whom: 'Ada' }, '“The why”, “The since”, and 1 more answer were cleared'],
  ])('from %j are named: %s', (answers, sentence) => {
    const { store } = renderNotice(answers);
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    expect(notice()).toContain(sentence);
  });

  it('are restored by Undo with the change, and focused', async () => {
    const { store, user } = renderNotice({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(store.state().form.answers).toMatchObject({ asked: 'Y', why: 'Because' });
    expect(notice()).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Why' }));
  });

  it('stay cleared when the notice is closed', async () => {
    const { store, user } = renderNotice({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(answerOf(store, 'why')).toBe('');
    expect(notice()).toBe('');
  });

  it('are named for half a minute', () => {
    vi.useFakeTimers();
    const { store } = renderNotice({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    act(() => void vi.advanceTimersByTime(29_000));
    expect(undoButton()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(notice()).toBe('');
    vi.useRealTimers();
  });

  it('stay as typed at the moment of Undo', async () => {
    const { store, user } = renderNotice({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'Y' } }));
    await user.type(screen.getByRole('textbox', { name: 'Why' }), 'Another reason');
    // As on a phone, where a tap does not move the focus.
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(answerOf(store, 'why')).toBe('Another reason');
  });

  it('are not named on another page', () => {
    const { store, goTo } = renderNotice({ why: 'Because' });
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    goTo('second');
    expect(undoButton()).toBeNull();
    expect(answerOf(store, 'why')).toBe('');
  });

  it.each([[{}], [{ proof: 'ANSWERED' }]])('are not named if nothing was lost of %j', (answers) => {
    const { store } = renderNotice(answers);
    act(() => store.dispatch({ type: 'setAnswers', answers: { asked: 'N' } }));
    expect(notice()).toBe('');
  });
});
