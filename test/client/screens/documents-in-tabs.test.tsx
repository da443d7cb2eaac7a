import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from './fake-server.ts';
import { attach, box, chosen, done, openPage, serverInWest, tab, thesis } from './open-attachable.ts';

const DELETION = 'DELETE /api/document-answer/paper';

const undo = () => screen.getByRole('button', { name: 'Undo' });

describe('a tab with a document', () => {
  it('is deselected after confirmation: deletes the document, then saves', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    const { user } = await openPage(server);
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “thesis.pdf”?' });
    expect(dialog.textContent).toContain('If you switch to “East”, “thesis.pdf” will be deleted.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete and switch' }));
    await waitFor(() => expect(chosen()).toBe('East'));
    await waitFor(() => expect(server.calls()).toContain('PUT /api/tabs'));
    const calls = server.calls();
    expect(calls.indexOf(DELETION)).toBeLessThan(calls.indexOf('PUT /api/tabs'));
    expect(calls).toContain('DELETE /api/pdf/document-answer/paper');
    expect(screen.queryByText(/answer was cleared/)).toBeNull();
  });

  it('with a long text asks about both at once', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    server.saveElsewhere({ note: 'It is my own.\nAll of it.' });
    const { user } = await openPage(server);
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “thesis.pdf”?' });
    expect(dialog.textContent).toContain('Also, what you wrote under “The note” will be cleared.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete and switch' }));
    await waitFor(() => expect(chosen()).toBe('East'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('“The note” was cleared')).toBeDefined();
  });

  it('asks about a long text written during the first dialog', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    const { user } = await openPage(server);
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “thesis.pdf”?' });
    const note = screen.getByRole('textbox', { name: /note/i, hidden: true });
    fireEvent.input(note, { target: { value: 'It is my own.\nAll of it.' } });
    fireEvent.blur(note);
    await user.click(within(dialog).getByRole('button', { name: 'Delete and switch' }));
    const question = await screen.findByRole('dialog', { name: 'Clear what you wrote under “The note”?' });
    expect(chosen()).toBe('West');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(note).toHaveProperty('value', 'It is my own.\nAll of it.');
  });

  it.each([['in upload'], ['in conversion']])('%s stays, and a dialog explains why', async (how) => {
    const { server, user } = await openPage();
    if (how === 'in upload') server.documents.hold();
    attach('Paper');
    await user.click(tab('East'));
    const dialog = await screen.findByRole('dialog', { name: 'File Upload in Progress' });
    expect(within(dialog).getByText('Please wait until the file upload has completed.')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chosen()).toBe('West');
    expect(server.calls()).not.toContain('PUT /api/tabs');
  });

  it('attached in another window is asked about, too', async () => {
    const { server, user } = await openPage();
    server.documents.put('paper', thesis);
    await user.click(tab('East'));
    expect((await screen.findByRole('dialog')).textContent).toContain('“thesis.pdf” will be deleted.');
  });

  it('stays if the document cannot be deleted', async () => {
    const server = serverInWest();
    server.documents.put('paper', thesis);
    server.answer(DELETION, { status: 409, body: { message: 'It is being converted.' } });
    const { user } = await openPage(server);
    await user.click(tab('East'));
    await user.click(await screen.findByRole('button', { name: 'Delete and switch' }));
    await screen.findByRole('dialog', { name: 'File Upload in Progress' });
    expect(chosen()).toBe('West');
  });

  it('stays if the server is unreachable, as a toast reports', async () => {
    const { server, user } = await openPage();
    server.answer('GET /api/document-answer', 'offline');
    await user.click(tab('East'));
    await screen.findByRole('alert', { name: 'Error handling tabs for east' });
    expect(chosen()).toBe('West');
  });
});

describe('an undone tab', () => {
  const CONVERSION = 'GET /api/pdf/document-answer/paper';

  /** Attaches a file in the tab West, after words in East. */
  async function attachInstead(conversion: object) {
    const server = createFakeServer({ statuses: ['started'], answers: { essay: 'Words' } });
    const { user } = await openPage(server);
    await user.click(tab('West'));
    await screen.findByText('“The essay” was cleared');
    server.answer(CONVERSION, { status: 200, body: conversion });
    attach('Paper');
    return { server, user };
  }

  /** The same, once converted. */
  async function attachedInstead() {
    const opened = await attachInstead({ ...done, message: '' });
    await within(box('Paper')).findByText('2 pages');
    return opened;
  }

  it('keeps its document on Cancel', async () => {
    const { server, user } = await attachedInstead();
    await user.click(undo());
    const dialog = await screen.findByRole('dialog', { name: 'Delete “new.pdf”?' });
    expect(dialog.textContent).toContain('If you switch to “East”, “new.pdf” will be deleted.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect([chosen(), server.documents.keys()]).toEqual(['West', ['paper']]);
    expect(within(box('Paper')).getByText('2 pages')).toBeDefined();
    expect(server.bodies('PUT /api/tabs')).toEqual([{ tab_id: 'side', chosen_tab: 'west' }]);
  });

  it('loses its document after confirmation', async () => {
    const { server, user } = await attachedInstead();
    await user.click(undo());
    await user.click(await screen.findByRole('button', { name: 'Delete and switch' }));
    await waitFor(() => expect(chosen()).toBe('East'));
    expect(screen.getByRole('textbox', { name: 'Essay' })).toHaveProperty('value', 'Words');
    expect(server.documents.keys()).toEqual([]);
    await waitFor(() => expect(server.bodies('PUT /api/tabs')).toHaveLength(2));
    const calls = server.calls();
    expect(calls.indexOf(DELETION)).toBeLessThan(calls.lastIndexOf('PUT /api/tabs'));
    await user.click(tab('West'));
    expect(within(box('Paper')).getByRole('button', { name: 'Choose file' })).toBeDefined();
    expect(within(box('Paper')).queryByText('Your file is attached.')).toBeNull();
  });

  it('stays during a conversion, and a dialog explains why', async () => {
    const { server, user } = await attachInstead({ status: 'IN_PROGRESS', message: '' });
    await within(box('Paper')).findByText(/^We've received your file/);
    await user.click(undo());
    await screen.findByRole('dialog', { name: 'File Upload in Progress' });
    expect([chosen(), server.documents.keys()]).toEqual(['West', ['paper']]);
  });
});
