import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWidget } from './render-widget.tsx';

const rules = [
  { schema: { minLength: 12 }, message: 'is at least 12 characters' },
  { schema: { pattern: '[A-Z]' }, message: 'contains at least one uppercase letter' },
];
const states = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('data-state'));

it.each([
  ['', ['inactive', 'inactive']],
  ['a', ['error', 'error']],
  ['A', ['error', 'success']],
  ['correct horse battery', ['success', 'error']],
  ['Correct horse battery', ['success', 'success']],
])('the checklist for the password "%s" is %o', async (password, expected) => {
  const { user } = renderWidget('password', { rules, ui: { checklist: true } });
  const control = screen.getByLabelText('Question');
  if (password !== '') await user.type(control, password);
  expect(states()).toEqual(expected);
});

it('a password can be pasted', async () => {
  const { user, reported } = renderWidget('password', { rules, ui: { checklist: true } });
  await user.click(screen.getByLabelText('Question'));
  await user.paste('Correct horse battery');
  expect(reported.at(-1)).toBe('Correct horse battery');
  expect(states()).toEqual(['success', 'success']);
});

it('Caps Lock is announced politely while the password has the focus', async () => {
  const { user } = renderWidget('password', {});
  await user.type(screen.getByLabelText('Question'), 'a');
  expect(screen.getByRole('status').textContent).toBe('');
  await user.keyboard('{CapsLock}b');
  expect(screen.getByRole('status').textContent).toBe('Caps Lock is on.');
  await user.tab();
  expect(screen.getByRole('status').textContent).toBe('');
});
