import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choosingFiles } from './choosing-form.ts';
import { type Answer, createFakeServer } from './fake-server.ts';
import { UPLOADS } from './fake-documents.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';
import { attachPaper, deletePaper, logOut, press, type } from './user-actions.ts';

const LATER = 'Please try again in 8 seconds.';

/** A response, and the message shown for it (docs/behavior.md 8). */
const answers: readonly (readonly [string, Answer, string])[] = [
  ['a 503 with a message', { status: 503, body: { message: LATER } }, LATER],
  ['a 422 with a message', { status: 422, body: { message: LATER } }, LATER],
  [
    'a 500 without JSON',
    { status: 500, body: '<html>' },
    "We've encountered an unexpected error at this time. Please try again later.",
  ],
  ['no answer', 'offline', "We can't reach the server. Please check your connection and try again."],
];

const typeAnd = (next: (user: UserEvent) => Promise<void>) => async (user: UserEvent) => {
  await type('Nickname', 'Countess')(user);
  await next(user);
};
const copy = async (user: UserEvent): Promise<void> => {
  await press(/^Account/)(user);
  await press('Download PDF Copy')(user);
};

const dialog = ['dialog', 'Unexpected Error'] as const;
const copyFault = ['alert', 'Error downloading PDF copy of your application.'] as const;
const uploadFault = ['alert', 'Error uploading file for Paper'] as const;

type Row = {
  readonly call: string;
  readonly act: (user: UserEvent) => Promise<void>;
  readonly shown: readonly ['alert' | 'dialog', string];
  /** Where the message is shown if offline, instead of a toast. */
  readonly offline?: readonly ['group', string];
};

const onText: readonly Row[] = [
  { call: 'PUT /api/answer', act: typeAnd(press('Save & Continue')), shown: dialog },
  { call: 'PUT /api/answer', act: typeAnd(logOut), shown: ['dialog', 'Log out and lose unsaved answers?'] },
  { call: 'PUT /api/answer', act: typeAnd(copy), shown: copyFault },
  { call: 'GET /api/logout', act: logOut, shown: dialog },
  { call: 'GET /api/pdf', act: copy, shown: copyFault },
];
const onSubmit: readonly Row[] = [
  { call: 'GET /api/opening', act: press('Submit'), shown: dialog },
  { call: 'POST /api/submit', act: press('Submit'), shown: dialog },
  { call: 'POST /api/web-status', act: press('Submit'), shown: dialog },
];
const onChoices: readonly Row[] = [
  { call: 'PUT /api/tabs', act: press('East', 'tab'), shown: ['alert', 'Error handling tabs for east'] },
  { call: 'PUT /api/add-another', act: press('Add Another'), shown: ['alert', 'Error adding another kids'] },
];
const onFiles: readonly Row[] = [
  { call: 'POST /api/presigned-url', act: attachPaper, shown: uploadFault, offline: ['group', 'Paper'] },
  // The upload to the server or S3, whose refusals are not JSON.
  { call: `POST ${UPLOADS}`, act: attachPaper, shown: uploadFault, offline: ['group', 'Paper'] },
  {
    call: 'POST /api/pdf/document-answer/paper',
    act: attachPaper,
    shown: uploadFault,
    offline: ['group', 'Paper'],
  },
];
const onDeletions: readonly Row[] = [
  'DELETE /api/document-answer/paper',
  'DELETE /api/pdf/document-answer/paper',
].map((call) => ({ call, act: deletePaper, shown: ['alert', 'Error deleting file for Paper'] }));

const complete = { given: 'Ada', motto: 'Onwards' };
const thesis = { file_name: 'a.pdf', file_size: 4, status: { status: 'COMPLETED' } } as const;

/** A student in the tab West, with or without a file. */
function serverInWest(hasFile: boolean) {
  const server = createFakeServer({ statuses: ['started'] });
  server.answer('GET /api/tabs', { status: 200, body: { side: 'west' } });
  if (hasFile) server.documents.put('paper', thesis);
  return server;
}

const started = () => createFakeServer({ statuses: ['started'], answers: complete });
const pages = [
  { rows: onText, path: '/one', open: started, files: toyFiles() },
  { rows: onSubmit, path: '/two', open: started, files: toyFiles() },
  { rows: onChoices, path: '/one', open: () => serverInWest(false), files: choosingFiles() },
  { rows: onFiles, path: '/one', open: () => serverInWest(false), files: choosingFiles() },
  { rows: onDeletions, path: '/one', open: () => serverInWest(true), files: choosingFiles() },
];
const cases = pages.flatMap(({ rows, ...page }) =>
  rows.flatMap((row) =>
    // All four for one call: `call.test.ts` has those of any call.
    answers
      .filter(([, answer]) => row === onText[0] || answer === 'offline')
      .map(([what, answer, sentence]) => ({ ...page, ...row, what, answer, sentence })),
  ),
);

// Errors without a remedy are only logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

describe('a failing call', () => {
  afterEach(() => void vi.useRealTimers());

  it.each(cases)('$call with $what is shown with its message', async ({ sentence, answer, ...row }) => {
    const server = row.open();
    const { user } = await renderApp({ path: row.path, isSignedIn: true, server, files: row.files });
    await screen.findByRole('button', { name: /^Account/ });
    server.answer(row.call, answer);
    await row.act(user);
    const [role, name] = (answer === 'offline' ? row.offline : undefined) ?? row.shown;
    await waitFor(() =>
      expect(screen.getByRole(role, { name, hidden: true }).textContent).toContain(sentence),
    );
    const toasts = screen.queryAllByRole('alert', { name: row.shown[1], hidden: true });
    expect(toasts).toHaveLength(role === 'alert' ? 1 : 0);
  });

  it.each(['GET /api/profile', 'GET /api/tabs', 'GET /api/add-another', 'GET /api/document-answer'])(
    '%s leads to the error screen of the route',
    async (call) => {
      const server = started();
      server.answer(call, { status: 500, body: { message: LATER } });
      await renderApp({ path: '/one', isSignedIn: true, server });
      expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeDefined();
    },
  );

  it.each<[call: string, what: string, answer: Answer]>([
    ['GET /api/profile', 'a 503 with a message', { status: 503, body: { message: LATER } }],
    ['GET /api/tabs', 'a 502 of a balancer', { status: 502, body: '<html>' }],
    ['GET /api/document-answer', 'no answer', 'offline'],
  ])('%s with %s is retried until the page opens', async (call, _what, answer) => {
    const server = started();
    server.answer(call, answer);
    await renderApp({ path: '/one', isSignedIn: true, server });
    expect(
      await screen.findByText(/^We can't reach your application right now\. Keep this page open/),
    ).toBeDefined();
    server.mend(call);
    expect(await screen.findByRole('textbox', { name: 'Nickname' }, { timeout: 10_000 })).toBeDefined();
  });

  it.each([429, 503])('GET /api/opening with a %i is not retried before Retry-After', async (status) => {
    const server = started();
    const headers = { 'retry-after': '20' };
    server.answer('GET /api/opening', { status, body: { message: LATER }, headers });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp({ path: '/one', isSignedIn: true, server });
    await screen.findByText(/^We can't reach your application right now/);
    server.mend('GET /api/opening');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.bodies('GET /api/opening')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await screen.findByRole('textbox', { name: 'Nickname' })).toBeDefined();
  });

  it('PUT /api/last-page is not shown', async () => {
    const server = started();
    server.answer('PUT /api/last-page', 'offline');
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server });
    await press(/Page Two/, 'link')(user);
    await screen.findByRole('heading', { name: 'Page Two' });
    expect([screen.queryByRole('alert'), screen.queryByRole('dialog')]).toEqual([null, null]);
  });
});

const refuse = (server: ReturnType<typeof started>, errors: object): void =>
  void server.answer('PUT /api/answer', {
    status: 422,
    body: { message: 'Some answers cannot be saved.', errors },
  });
const sentence = 'The answer holds a character that cannot be saved.';
const state = () => screen.getByRole('status', { name: 'Save state' });

describe('a refused answer', () => {
  it('is linked next to the save state, and its question shows the message', async () => {
    const server = started();
    const { user } = await renderApp({ path: '/one', isSignedIn: true, server });
    await screen.findByRole('textbox', { name: 'Nickname' });
    refuse(server, { nickname: [sentence] });
    await type('Nickname', 'Countess')(user);
    const link = await within(state()).findByRole('link', { name: 'The nickname' });
    expect(link.getAttribute('href')).toBe('/one#nickname');
    expect(state().textContent).toContain('Not saved – Some answers cannot be saved.');
    const control = screen.getByRole('textbox', { name: 'Nickname' });
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(sentence)).toBeDefined();

    server.mend('PUT /api/answer');
    await type('Nickname', '!')(user);
    await waitFor(() => expect(state().textContent).toBe('Saved'));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('keeps its message next to missing answers', async () => {
    const { user, server } = await renderStudent('/one', {
      statuses: ['started', 'validating'],
      answers: { motto: 'Onwards' },
    });
    const summary = await screen.findByRole('region', { name: "We're missing some information!" });
    refuse(server, { nickname: [sentence] });
    await type('Nickname', 'Countess')(user);
    await screen.findByText(sentence);
    await type('Given', 'Ada')(user);
    await waitFor(() => expect(summary.isConnected).toBe(false));
    expect(screen.getByText(sentence)).toBeDefined();
  });
});
