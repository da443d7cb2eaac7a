import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { createCardStore } from '#client/screens/account/use-card.ts';
import { CardForm, type ExtraRules } from '#client/questionnaire/CardForm.tsx';
import { widgetNamed } from '#client/widgets/registry.ts';
import { page, question } from '#test/form/build-definition.ts';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const card = {
  ...page([
    question('mail', { label: 'E-mail', required: true, ui: { type: 'email' } }),
    question('word', {
      label: 'New Password',
      widget: 'password',
      ui: { checklist: true },
      rules: [
        { schema: { minLength: 12 }, message: 'is at least 12 characters' },
        { schema: { pattern: '[0-9]' }, message: 'contains at least one number' },
      ],
    }),
    question('again', { label: 'Confirm', widget: 'password' }),
  ]),
  submitLabel: 'Send',
};

const mustMatch: ExtraRules = ({ word, again }) => [
  { listedAt: 'word', message: 'passwords must match', isMet: word === again },
];

function show() {
  const store = createCardStore(card, { mail: 'a@b.example' });
  const sent: Answers[] = [];
  render(
    <CardForm
      card={card}
      store={store}
      widgetNamed={widgetNamed}
      extraRules={mustMatch}
      onSubmit={(answers) => sent.push(answers)}
    >
      <button type="submit">{card.submitLabel}</button>
    </CardForm>,
  );
  return { store, sent, user: userEvent.setup() };
}

describe('a log-in card', () => {
  it('checks are live with each key', async () => {
    const { store, user } = show();
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'x');
    expect(answerOf(store, 'mail')).toBe('a@b.examplex');
  });

  it('errors in the checklist are not repeated below the invalid control', () => {
    const { store } = show();
    act(() =>
      store.dispatch({
        type: 'setErrors',
        sources: [{ word: ['is at least 12 characters', 'Password is required.'] }],
      }),
    );
    expect(screen.getAllByText('is at least 12 characters')).toHaveLength(1);
    expect(screen.getByText('Password is required.').parentElement?.id).toBe('error-word');
    act(() => store.dispatch({ type: 'setErrors', sources: [{ word: ['is at least 12 characters'] }] }));
    expect(screen.getByLabelText('New Password').getAttribute('aria-describedby')).toBe('word-checklist');
    expect(screen.getByLabelText('New Password').getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('error-word')).toBeNull();
  });

  it('spaces around a password are part of it', async () => {
    const { store, user } = show();
    await user.type(screen.getByLabelText('New Password'), ' a {Tab}');
    expect(answerOf(store, 'word')).toBe(' a ');
  });

  it('a password can be shown', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Show New Password' }));
    expect(screen.getByLabelText('New Password')).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide New Password' }));
    expect(screen.getByLabelText('New Password')).toHaveProperty('type', 'password');
  });

  it('values from a password manager without events are sent', async () => {
    const { sent, user } = show();
    const control = screen.getByLabelText('New Password');
    if (control instanceof HTMLInputElement) control.value = 'from-the-manager';
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual([{ mail: 'a@b.example', word: 'from-the-manager' }]);
  });
});
