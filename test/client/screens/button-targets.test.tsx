import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { buttonTargets } from '#client/screens/form/PageActions.tsx';
import { page } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';
import { toyFiles, toyForm } from './toy-form.ts';

const plain = { one: {}, two: {}, three: {} };
const jumping = { one: { saveTo: 'three' }, two: {}, three: { backTo: 'one', saveTo: 'one' } };

function targets(parts: typeof plain | typeof jumping, id: keyof typeof plain) {
  const pages = Object.entries(parts).map(([name, part]) => page([], { id: name, ...part }));
  const at = pages.find((one) => one.id === id);
  return at && buttonTargets(pages, at);
}

describe('the buttons of a page', () => {
  it.each([
    ['the first page', plain, 'one', { back: undefined, save: '/two', submits: false }],
    ['a page between two', plain, 'two', { back: '/one', save: '/three', submits: false }],
    ['the last page', plain, 'three', { back: '/two', save: undefined, submits: true }],
    ['a page that saves to another', jumping, 'one', { back: undefined, save: '/three', submits: false }],
    ['a last page with targets', jumping, 'three', { back: '/one', save: '/one', submits: true }],
  ] as const)('lead from %s to its neighbors or named pages', (_, parts, id, expected) => {
    expect(targets(parts, id)).toEqual(expected);
  });
});

describe('a refused submit', () => {
  const refused: FormDefinition = { ...toyForm, submitErrorTo: 'one' };

  it("leads to the form's page, and focuses the summary once", async () => {
    const server = createFakeServer({ answers: { given: 'Ada' }, statuses: ['started'] });
    const files = { ...toyFiles(), form: async () => refused };
    const { user, address } = await renderApp({ path: '/two', isSignedIn: true, server, files });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));

    const heading = await screen.findByRole('heading', { name: "We're missing some information!" });
    await waitFor(() => expect(address()).toBe('/one'));
    expect(screen.getByRole('heading', { name: 'Page One', level: 1 })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(heading));

    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    const second = await screen.findByRole('heading', { name: 'Page Two', level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(second));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    const first = await screen.findByRole('heading', { name: 'Page One', level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(first));
  });
});
