import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Condition } from '#form/definition/definition.ts';
import type { PartnerFiles } from '#client/data/partner-files.ts';
import { form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { compileValidators } from '#test/form/compile-validators.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

const noCard: Condition = { valueKey: 'wants', operator: 'notEquals', target: 'card' };
const inWest: Condition = { valueKey: 'side', operator: 'equals', target: 'west' };
const card = question('card', {
  label: 'Card',
  widget: 'file',
  required: true,
  visibleWhen: { not: noCard },
});
const paper = question('paper', { label: 'Paper', widget: 'file', visibleWhen: inWest });
const attachable = form([
  page([question('wants', { label: 'Wants' }), card, question('essay', { label: 'Essay' }), paper], {
    id: 'one',
    title: 'Page One',
    layout: [
      ...nodes('wants'),
      { kind: 'question', key: 'card', visibleWhen: { not: noCard } },
      tabs('side', ['essay'], ['paper']),
    ],
    clearing: [
      { when: noCard, keys: ['card'] },
      { when: { not: inWest }, keys: ['paper'] },
    ],
  }),
]);
const toy = toyFiles();
const { one: validateOne } = compileValidators(attachable);
const files: PartnerFiles = {
  ...toy,
  form: async () => attachable,
  validator: async (name) => validateOne ?? toy.validator(name),
};
const done = { status: 'COMPLETED', pages: 2 } as const;
const thesis = { file_name: 'thesis.pdf', file_size: 340_000, status: done };
const DELETION = 'DELETE /api/document-answer/paper';

/** A student with the tab West chosen, who wants a card. */
function serverInWest() {
  const server = createFakeServer({ statuses: ['started'], answers: { wants: 'card' } });
  server.answer('GET /api/tabs', { status: 200, body: { side: 'west' } });
  return server;
}

async function openPage(server = serverInWest()) {
  await renderApp({ path: '/one', isSignedIn: true, server, files });
  await screen.findByRole('tab', { name: 'East' });
  const user = userEvent.setup();
  return { server, user };
}

/** Drops a file on a question. */
function attach(label: string): void {
  const file = new File(['%PDF'], 'new.pdf');
  fireEvent.drop(box(label), { dataTransfer: { types: ['Files'], files: [file] } });
}

const box = (label: string) => screen.getByRole('group', { name: label });
const tab = (name: string) => screen.getByRole('tab', { name });
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const saved = (server: ReturnType<typeof createFakeServer>) => server.bodies('PUT /api/answer');

describe('a document on a page', () => {
  it('is there when the page is opened again, and answers its question without being saved', async () => {
    const server = serverInWest();
    server.documents.put('card', { ...thesis, file_name: 'card.pdf' });
    const { user } = await openPage(server);
    await within(box('Card')).findByText('2 pages');
    await user.click(within(box('Card')).getByRole('button', { name: 'Delete file' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await within(box('Card')).findByText('The file was deleted.');
    expect(server.calls()).toContain('DELETE /api/pdf/document-answer/card');
    expect(saved(server)).toEqual([]);
  });

  it('comes back with its question when that was hidden for a while', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    const { user } = await openPage(server);
    await within(box('Card')).findByText('2 pages');
    const wants = screen.getByRole('textbox', { name: 'Wants' });
    await user.clear(wants);
    await user.tab();
    expect(screen.queryByRole('group', { name: 'Card' })).toBeNull();
    await user.type(wants, 'card');
    await user.tab();
    await within(box('Card')).findByText('2 pages');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls()).toContain('POST /api/submit'));
    expect(
      saved(server)
        .map((body) => JSON.stringify(body))
        .join(),
    ).not.toContain('ANSWERED');
  });

  it('that cannot be attached is told in a toast with the label of its question', async () => {
    const { server } = await openPage();
    const answer = { status: 422, body: { message: 'This file cannot be read.' } };
    server.answer('POST /api/pdf/document-answer/card', answer);
    attach('Card');
    const toast = await screen.findByRole('alert', { name: 'Error uploading file for Card' });
    expect(within(toast).getByText('This file cannot be read.')).toBeDefined();
    expect(within(box('Card')).getByText('This file cannot be read.')).toBeDefined();
    expect(server.calls()).toContain('DELETE /api/pdf/document-answer/card');
  });

  it('that is still sent holds a submission up, and the browser asks before the page is left', async () => {
    const { server, user } = await openPage();
    server.documents.hold();
    attach('Card');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Please wait until the file upload has completed.');
    expect(server.calls()).not.toContain('POST /api/submit');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  it('that is required is not missing while it is converted, only not ready', async () => {
    const { server, user } = await openPage();
    attach('Card');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Please wait until the file upload has completed.');
    expect(screen.queryByText('card: required')).toBeNull();
    expect(server.calls()).not.toContain('POST /api/submit');
  });

  it('that is converted when the student submits is refused by the server, under its question', async () => {
    const server = serverInWest();
    server.documents.put('card', thesis);
    const { user } = await openPage(server);
    attach('Paper');
    const errors = { paper: ['Please wait until it is converted.'] };
    server.answer('POST /api/submit', { status: 422, body: { message: 'Not complete.', errors } });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const summary = await screen.findByRole('region', { name: "We're missing some information!" });
    expect(within(summary).getByRole('link', { name: 'The paper' })).toBeDefined();
    expect(screen.getByText('Please wait until it is converted.')).toBeDefined();
  });

  it('is not asked for while nobody is logged in', async () => {
    const server = createFakeServer();
    await renderApp({ path: '/one', server, files });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Wants' }), 'card');
    await user.tab();
    expect(box('Card').textContent).toBe('This question can be finished once you have created an account.');
    expect(server.calls()).not.toContain('GET /api/document-answer');
  });
});

describe('a tab with a document', () => {
  it('is left without a question when it has none', async () => {
    const { server, user } = await openPage();
    await user.click(tab('East'));
    await waitFor(() => expect(chosen()).toBe('East'));
    expect(server.bodies('PUT /api/tabs')).toEqual([{ tab_id: 'side', chosen_tab: 'east' }]);
  });

  it('is left once the student agrees to lose it: deleted first, then the tab is saved', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    const { user } = await openPage(server);
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your file?' });
    expect(dialog.textContent).toContain('If you change to “East”, “thesis.pdf” will be deleted.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete and change' }));
    await waitFor(() => expect(chosen()).toBe('East'));
    await waitFor(() => expect(server.calls()).toContain('PUT /api/tabs'));
    const calls = server.calls();
    expect(calls.indexOf(DELETION)).toBeLessThan(calls.indexOf('PUT /api/tabs'));
    expect(calls).toContain('DELETE /api/pdf/document-answer/paper');
    expect(screen.queryByText(/answer was cleared/)).toBeNull();
  });

  it('stays when the student would rather keep the document', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    const { user } = await openPage(server);
    await user.click(tab('East'));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([chosen(), server.documents.keys()]).toEqual(['West', ['paper']]);
    expect(server.calls()).not.toContain('PUT /api/tabs');
  });

  it.each([['that is sent'], ['that is converted']])('%s stays, and a dialog says why', async (how) => {
    const { server, user } = await openPage();
    if (how === 'that is sent') server.documents.hold();
    attach('Paper');
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'File Upload in Progress' });
    expect(within(dialog).getByText('Please wait until the file upload has completed.')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chosen()).toBe('West');
    expect(server.calls()).not.toContain('PUT /api/tabs');
  });

  it('that another window attached is asked about, too', async () => {
    const { server, user } = await openPage();
    server.documents.put('paper', thesis);
    await user.click(tab('East'));
    expect((await screen.findByRole('dialog')).textContent).toContain('“thesis.pdf” will be deleted.');
  });

  it('stays when the document cannot be deleted, behind the dialog', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    server.answer(DELETION, { status: 409, body: { message: 'It is being converted.' } });
    const { user } = await openPage(server);
    await user.click(tab('East'));
    await user.click(await screen.findByRole('button', { name: 'Delete and change' }));
    await screen.findByRole('dialog', { name: 'File Upload in Progress' });
    expect(chosen()).toBe('West');
  });

  it('stays while the server cannot be asked, of which a toast tells', async () => {
    const { server, user } = await openPage();
    server.answer('GET /api/document-answer', 'offline');
    await user.click(tab('East'));
    await screen.findByRole('alert', { name: 'Error handling tabs for east' });
    expect(chosen()).toBe('West');
  });

  it('is shown again when the server refuses the other one, and the documents are read again', async () => {
    const { server, user } = await openPage();
    server.answer('PUT /api/tabs', { status: 409, body: { message: 'Please wait.' } });
    await user.click(tab('East'));
    await screen.findByRole('alert', { name: 'Error handling tabs for east' });
    await waitFor(() => expect(chosen()).toBe('West'));
    expect(server.bodies('GET /api/document-answer')).toHaveLength(3);
  });
});
