import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Condition } from '#form/definition/definition.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles } from './toy-form.ts';

const noCard: Condition = { valueKey: 'wants', operator: 'notEquals', target: 'card' };
const inWest: Condition = { valueKey: 'side', operator: 'equals', target: 'west' };
const card = question('card', {
  label: 'Card',
  widget: 'file',
  summaryFormat: 'document',
  required: true,
  visibleWhen: { not: noCard },
});
const paper = question('paper', {
  label: 'Paper',
  widget: 'file',
  summaryFormat: 'document',
  visibleWhen: inWest,
});
const note = question('note', { widget: 'textarea', multiline: true, visibleWhen: inWest });
const attachable = form([
  page([question('wants', { label: 'Wants' }), card, question('essay', { label: 'Essay' }), paper, note], {
    id: 'one',
    title: 'Page One',
    layout: [
      ...nodes('wants'),
      { kind: 'question', key: 'card', visibleWhen: { not: noCard } },
      tabs('side', ['essay'], ['paper', 'note']),
    ],
    clearing: [
      { when: noCard, keys: ['card'] },
      { when: { not: inWest }, keys: ['paper', 'note'] },
      { when: inWest, keys: ['essay'] },
    ],
  }),
]);
const toy = toyFiles();
const { one: validateOne } = compileValidators(attachable);
export const files: PartnerFiles = {
  ...toy,
  form: async () => attachable,
  validator: async (name) => validateOne ?? toy.validator(name),
};
export const done = { status: 'COMPLETED', pages: 2 } as const;
export const thesis = { file_name: 'thesis.pdf', file_size: 340_000, status: done };

/** A student in the tab West who wants a card. */
export function serverInWest() {
  const server = createFakeServer({ statuses: ['started'], answers: { wants: 'card' } });
  server.answer('GET /api/tabs', { status: 200, body: { side: 'west' } });
  return server;
}

/** Opens the page with questions for documents. */
export async function openPage(server = serverInWest()) {
  await renderApp({ path: '/one', isSignedIn: true, server, files });
  await screen.findByRole('tab', { name: 'East' });
  const user = userEvent.setup();
  return { server, user };
}

/** Drops a file on a question. */
export function attach(label: string): void {
  const file = new File(['%PDF'], 'new.pdf');
  fireEvent.drop(box(label), { dataTransfer: { types: ['Files'], files: [file] } });
}

export const box = (label: string) => screen.getByRole('group', { name: label });
export const tab = (name: string) => screen.getByRole('tab', { name });
/** The chosen tab, even behind a dialog. */
export const chosen = () => screen.getByRole('tab', { selected: true, hidden: true }).textContent;
