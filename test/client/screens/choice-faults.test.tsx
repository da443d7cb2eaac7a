import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addAnother, form, page, question, tabs } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

const questions = ['kid_name', 'kid_2_name', 'east_motto', 'west_motto'].map((key) => question(key));
const layout = [
  addAnother('kids', ['kid_name'], ['kid_2_name']),
  tabs('side', ['east_motto'], ['west_motto']),
];
const choices = form([page(questions, { id: 'one', layout })]);

it.each([
  [
    'one more block',
    { role: 'button', name: 'Add Another' },
    'PUT /api/add-another',
    'Error adding another kids',
  ],
  ['a chosen tab', { role: 'tab', name: 'West' }, 'PUT /api/tabs', 'Error handling tabs for east'],
] as const)('%s that cannot be saved is told in a toast', async (_, { role, name }, call, label) => {
  const server = createFakeServer({ statuses: ['started'] });
  server.answer(call, { status: 500, body: { message: 'Please try again later.' } });
  const files = { ...toyFiles(), form: async () => choices };
  const { user } = await renderApp({ path: '/one', isSignedIn: true, server, files });
  await user.click(await screen.findByRole(role, { name }));

  const toast = await screen.findByRole('alert', { name: label });
  expect(within(toast).getByText('Please try again later.')).toBeDefined();
});
