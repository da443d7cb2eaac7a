import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { form, nodes, page, question } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

it('in a local environment an invalid form is reported, and not opened', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const wrong = form([page([question('given')], { id: 'one', layout: nodes('given', 'gone') })]);
  await renderApp({ path: '/one', files: { ...toyFiles(), form: async () => wrong } });

  await screen.findByRole('heading', { name: 'Something went wrong.' });
  expect(screen.getByText(/The page "one" names "gone"/)).toBeDefined();
  expect(printed).toHaveBeenCalled();
});

it("in a local environment a form's gaps are warnings", async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const lacking = form([page([], { id: 'one' })]);
  await renderApp({ path: '/one', files: { ...toyFiles(), form: async () => lacking } });

  await waitFor(() => expect(warned).toHaveBeenCalledWith('The page "one" has no questions.'));
});

it('in a local environment the summary fails on an error map that the form does not fit', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = createFakeServer({ answers: { given: 'Ada', motto: 'Onwards' }, statuses: ['started'] });
  server.answer('POST /api/submit', {
    status: 422,
    body: { message: 'Not complete.', errors: { given: ['Taken.'], gone: ['Missing.'] } },
  });
  const { user } = await renderApp({ path: '/two', isSignedIn: true, server });
  await user.click(await screen.findByRole('button', { name: 'Submit' }));

  await screen.findByRole('heading', { name: 'Something went wrong.' });
  expect(screen.getByText(/The error map names "gone", which is not a question of the form/)).toBeDefined();
  expect(printed).toHaveBeenCalled();
});
