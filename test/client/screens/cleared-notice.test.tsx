// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ClearedNotice } from '#client/screens/application/ClearedNotice.tsx';
import { createFormStore } from '#client/form/form-store.ts';
import { form, page, question } from '#test/form/build-definition.ts';

const whenYes = { valueKey: 'asked', operator: 'equals', target: 'Y' } as const;
const definition = form([
  page(
    [
      question('asked'),
      question('why', { visibleWhen: whenYes }),
      question('since', { visibleWhen: whenYes }),
    ],
    { clearing: [{ when: { not: whenYes }, keys: ['why', 'since'] }] },
  ),
]);

function draw(answers: Readonly<Record<string, string>>) {
  const state = { answers, tabs: {}, counts: {} };
  const store = createFormStore({ definition, state, now: new Date(), signedIn: true });
  const { rerender } = render(<ClearedNotice store={store} pageId="first" />);
  const goTo = (pageId: string) => rerender(<ClearedNotice store={store} pageId={pageId} />);
  return { store, user: userEvent.setup(), goTo };
}

describe('what a change cleared', () => {
  it.each([
    [{ asked: 'Y', why: 'Because' }, '1 answer was cleared'],
    [{ asked: 'Y', why: 'Because', since: '2020' }, '2 answers were cleared'],
  ])('of %j is told: %s', (answers, sentence) => {
    const { store } = draw(answers);
    act(() => store.setAnswers({ asked: 'N' }));
    expect(screen.getByRole('status', { name: 'Cleared answers' }).textContent).toContain(sentence);
  });

  it('comes back with Undo, together with the change', async () => {
    const { store, user } = draw({ asked: 'Y', why: 'Because' });
    act(() => store.setAnswers({ asked: 'N' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(store.state().answers).toMatchObject({ asked: 'Y', why: 'Because' });
    expect(screen.getByRole('status', { name: 'Cleared answers' }).textContent).toBe('');
  });

  it('stays cleared when the notice is closed', async () => {
    const { store, user } = draw({ asked: 'Y', why: 'Because' });
    act(() => store.setAnswers({ asked: 'N' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(store.answer('why')).toBe('');
    expect(screen.getByRole('status', { name: 'Cleared answers' }).textContent).toBe('');
  });

  it('can be taken back on the next page, not on the one after', () => {
    const { store, goTo } = draw({ asked: 'Y', why: 'Because' });
    act(() => store.setAnswers({ asked: 'N' }));
    goTo('second');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
    goTo('third');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(store.answer('why')).toBe('');
  });

  it('is not spoken of when nothing was', () => {
    const { store } = draw({ asked: 'Y' });
    act(() => store.setAnswers({ asked: 'N' }));
    expect(screen.getByRole('status', { name: 'Cleared answers' }).textContent).toBe('');
  });
});
