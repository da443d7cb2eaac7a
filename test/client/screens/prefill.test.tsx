// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

const CALL = 'GET /public/tmp?token=abc';

function serverThatAnswers(answer: Answer) {
  const server = createFakeServer();
  server.answer(CALL, answer);
  return server;
}

const waiting: Answer = { status: 200, body: { answer: { given: 'Ada', motto: 'Onward' } } };
const unknown: Answer = { status: 404, body: { message: 'This link is not valid anymore.' } };

describe('a link with a token', () => {
  it("fills in a visitor's form, and is removed from the URL", async () => {
    const server = serverThatAnswers(waiting);
    const { screen, address } = await renderApp({ path: '/?token=abc&from=mail', server });
    const given = await screen.findByDisplayValue('Ada');
    expect(given).toBe(screen.getByRole('textbox', { name: /Given/ }));
    await waitFor(() => expect(address()).toBe('/one?from=mail'));
    expect(await screen.findByText(/filled in for you/)).toBeTruthy();
    expect(server.calls().filter((call) => call === CALL)).toHaveLength(1);
  });

  it('with a late response keeps the student on the current page', async () => {
    const server = serverThatAnswers(waiting);
    const late = Promise.withResolvers<void>();
    const fetch: typeof server.fetch = async (url, init) => {
      if (typeof url === 'string' && url.includes('/public/tmp')) await late.promise;
      return server.fetch(url, init);
    };
    const app = await renderApp({ path: '/one?token=abc', isSignedIn: true, server: { ...server, fetch } });
    await app.user.click(await app.screen.findByRole('link', { name: /Page Two/ }));
    await waitFor(() => expect(app.address()).toBe('/two'));
    late.resolve();
    await waitFor(() => expect(server.answers()).toMatchObject({ given: 'Ada' }));
    expect(app.address()).toBe('/two');
  });

  it('is reported if invalid, and the form works', async () => {
    const { screen, address, user } = await renderApp({
      path: '/one?token=abc',
      server: serverThatAnswers(unknown),
    });
    expect(await screen.findByText('This link is not valid anymore.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/one'));
    await user.type(screen.getByRole('textbox', { name: /Given/ }), 'Bea');
    expect(screen.getByDisplayValue('Bea')).toBeTruthy();
  });

  it('stays in the URL while the server is unreachable', async () => {
    const { screen, address } = await renderApp({
      path: '/one?token=abc',
      server: serverThatAnswers('offline'),
    });
    expect(await screen.findByText(/can't reach the server/)).toBeTruthy();
    expect(address()).toBe('/one?token=abc');
  });

  it('fills in and saves only unanswered questions', async () => {
    const server = createFakeServer({ answers: { given: 'Bea' }, statuses: ['started'] });
    server.answer(CALL, waiting);
    const { screen, address } = await renderApp({ path: '/one?token=abc', server, isSignedIn: true });
    expect(await screen.findByText('Answers were filled in for you. Please check them.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/one'));
    await waitFor(() => expect(server.answers()).toEqual({ given: 'Bea', motto: 'Onward' }));
    expect(screen.getByDisplayValue('Bea')).toBeTruthy();
  });

  it('reports if everything is answered', async () => {
    const answers = { given: 'Bea', motto: 'Later' };
    const server = createFakeServer({ answers, statuses: ['started'] });
    server.answer(CALL, waiting);
    const { screen } = await renderApp({ path: '/one?token=abc', server, isSignedIn: true });
    expect(await screen.findByText(/nothing was filled in/)).toBeTruthy();
    expect(server.answers()).toEqual(answers);
  });

  it('is not opened after submission', async () => {
    const server = createFakeServer({ statuses: ['started', 'validating', 'submitted'] });
    server.answer(CALL, waiting);
    const { screen, address } = await renderApp({ path: '/one?token=abc', server, isSignedIn: true });
    expect(await screen.findByText(/^You've already submitted, so/)).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/completion'));
    expect(server.calls()).not.toContain(CALL);
  });
});
