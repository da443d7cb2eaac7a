import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { form, page, question } from '#test/form/build-definition.ts';
import { answers } from './failing-answers.ts';
import { type Answer, createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

const lookup = { category: 'schools', fills: { name: 'school', ceeb: 'code' } };
const asksSchool = form([
  page(
    [
      question('school', { label: 'School', widget: 'school', parts: ['code'], lookup }),
      question('code', { partOf: 'school' }),
    ],
    { id: 'one' },
  ),
]);
const SEARCH = 'GET /lookup/find?query=east&category=schools&max_results=5';
const FIND = 'GET /lookup/find?id=1&category=schools';
const HINT = 'Enter your school information below.';

// A route that fails is on the console as well.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

async function openSchool(answer: Answer, call: string) {
  const server = createFakeServer({ statuses: ['started'] });
  const found = [{ id: '1', text: 'East High School', sub_text: 'Denver, CO' }];
  server.answer(SEARCH, { status: 200, body: found });
  server.answer(call, answer);
  const { user } = await renderApp({
    path: '/one',
    isSignedIn: true,
    server,
    files: { ...toyFiles(), form: async () => asksSchool },
  });
  await user.type(await screen.findByRole('combobox', { name: 'School' }), 'east');
  await waitFor(() => expect(server.calls()).toContain(SEARCH));
  return { user, server };
}
const noFault = () =>
  expect([screen.queryByRole('alert'), screen.queryByRole('dialog')]).toEqual([null, null]);
const school = () => screen.getByRole('combobox', { name: 'School' });

describe('a look-up that fails', () => {
  it.each(answers)('with %s finds nothing, and what is typed is an answer', async (_, answer) => {
    const { user, server } = await openSchool(answer, SEARCH);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.click(screen.getByRole('option', { name: 'Use: east' }));
    expect(screen.getByRole('status', { name: 'Look-up' }).textContent).toBe(HINT);
    await waitFor(() => expect(server.answers()).toMatchObject({ school: 'east' }));
    noFault();
  });

  it.each(answers)('with %s for the record has the rest typed', async (_, answer) => {
    const { user, server } = await openSchool(answer, FIND);
    await user.click(await screen.findByRole('option', { name: /^East High School/ }));
    await waitFor(() => expect(screen.getByRole('status', { name: 'Look-up' }).textContent).toBe(HINT));
    expect(server.calls()).toContain(FIND);
    expect(school()).toHaveProperty('value', 'East High School');
    await waitFor(() => expect(server.answers()).toMatchObject({ school: 'East High School' }));
    noFault();
  });
});

describe('the application behind a link for staff', () => {
  it.each(answers)(
    'with %s leads to the error screen, which names a refusal',
    async (_, answer, sentence) => {
      const server = createFakeServer();
      server.answer('GET /service/tmp-pdf?service_token=abc', answer);
      await renderApp({ path: '/?service_token=abc', server });
      const isRefused = answer !== 'offline' && answer.status < 500;
      const { textContent } = await screen.findByRole('alert');
      expect(textContent).toContain(
        isRefused ? `This link cannot be opened.${sentence}` : 'Something went wrong.',
      );
    },
  );
});
