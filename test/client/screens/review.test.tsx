import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { form, minorQuestions, page, question } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { filesOf } from './toy-form.ts';

const definition: FormDefinition = form(
  [
    page(
      [
        question('given', { label: 'Given', required: true }),
        question('club', { label: 'Club', type: 'boolean', widget: 'checkbox' }),
      ],
      {
        id: 'one',
        title: 'Page One',
        layout: [
          { kind: 'section', id: 'names', title: 'Names', children: [{ kind: 'question', key: 'given' }] },
          { kind: 'section', id: 'clubs', title: 'Clubs', children: [{ kind: 'question', key: 'club' }] },
        ],
      },
    ),
    page([question('motto', { label: 'Motto', required: true, constraints: { maxLength: 5 } })], {
      id: 'two',
      title: 'Page Two',
    }),
  ],
  { greetingName: ['given'] },
);

const files = filesOf(definition);

type Stored = NonNullable<Parameters<typeof createFakeServer>[0]>;

const open = (path: string, stored: Stored, server = createFakeServer(stored)) =>
  renderApp({ path, isSignedIn: true, server, files });

async function section(name: string): Promise<HTMLElement> {
  const found = (await screen.findByRole('heading', { name, level: 3 })).closest('section');
  if (!found) throw new Error(`The heading ${name} is outside of a section.`);
  return found;
}

describe('the review', () => {
  it('shows answers, empty questions, and errors with reason and link', async () => {
    const { server } = await open('/review', { answers: { motto: 'Too long' }, statuses: ['started'] });
    await screen.findByRole('heading', { name: '2 answers are missing or need a change.' });
    expect(within(await section('Names')).getByText('given: required')).toBeDefined();
    expect(within(await section('Clubs')).getByText('Left blank')).toBeDefined();
    expect(screen.getByText('Too long')).toBeDefined();
    const targets = ['Answer The given', 'Change The motto'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(targets).toEqual(['/one#given', '/two#motto']);
    expect(server.calls().filter((call) => call.includes('status') || call.includes('valid'))).toEqual([]);
  });

  it('shows missing answers before the rules are loaded', async () => {
    const server = createFakeServer({ answers: { motto: 'Sum' }, statuses: ['started'] });
    const loading = { ...files, validator: () => new Promise<never>(() => {}) };
    await renderApp({ path: '/review', isSignedIn: true, server, files: loading });
    await screen.findByRole('heading', { name: 'One answer is missing or needs a change.' });
    expect(within(await section('Names')).getByText('given: required')).toBeDefined();
  });

  it('opens from the last page once its text is saved', async () => {
    const { user, server, address } = await open('/two', {
      answers: { given: 'Ada' },
      statuses: ['started'],
    });
    await user.type(await screen.findByLabelText(/Motto/), 'Sum');
    await user.click(screen.getByRole('button', { name: 'Review your application' }));
    await screen.findByRole('heading', { name: /^Nothing is missing/ });
    expect(address()).toBe('/review');
    expect(server.answers()).toEqual({ given: 'Ada', motto: 'Sum' });
  });

  it('links to a section to change, and back to it', async () => {
    const stored = { answers: { given: 'Ada', motto: 'Sum' }, statuses: ['started'] };
    const { user, address } = await open('/review', stored);
    await user.click(await screen.findByRole('link', { name: 'Change Names' }));
    expect(address()).toBe('/one#names');
    await user.type(await screen.findByLabelText(/Given/), ' B');
    await user.click(await screen.findByRole('button', { name: 'Back to your review' }));
    await screen.findByRole('heading', { name: 'Review Your Application' });
    expect(within(await section('Names')).getByText('Ada B')).toBeDefined();
    expect(address()).toBe('/review#one-names');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Names' })));
  });

  it('stays if Submit finds something missing, and focuses it', async () => {
    const { user, server, address } = await open('/review', { statuses: ['started'] });
    const left = await screen.findByRole('heading', { name: '2 answers are missing or need a change.' });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(document.activeElement).toBe(left));
    expect(address()).toBe('/review');
    expect(server.calls()).not.toContain('POST /api/submit');
  });

  it('reports if answers cannot be checked', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const offline = { ...files, validator: () => Promise.reject(new Error('No connection.')) };
    await renderStudent('/review', { answers: { motto: 'Sum' } }, { files: offline });
    await screen.findByRole('heading', { name: /^We can't check your answers right now/ });
    expect(screen.getByText('Sum')).toBeDefined();
    expect(logged).toHaveBeenCalledWith(new Error('No connection.'));
  });
});

describe('the review after the submission', () => {
  it('shows the submission under its own form, read-only', async () => {
    const server = createFakeServer({
      answers: { given: 'Under a later name' },
      statuses: ['started', 'validating', 'submitted'],
    });
    const questions = [question('called', { label: 'What are you called?' }), ...minorQuestions];
    const answered = form([page(questions, { id: 'one', title: 'First Page' })], { hash: 'older' });
    const body = {
      answer: { called: 'Ada', born: '2008-02-01', guardian: 'Annabella' },
      tabs: {},
      add_another: {},
      receipt: 'R1',
      submitted_at: '2026-01-01T00:00:00Z',
      definition: answered,
    };
    server.answer('GET /api/submission', { status: 200, body });
    const { address } = await open('/review', {}, server);
    await screen.findByRole('heading', { name: 'First Page' });
    expect(address()).toBe('/review');
    expect(screen.getByText('What are you called?')).toBeDefined();
    expect(screen.getByText('Ada')).toBeDefined();
    expect(screen.getByText('Annabella')).toBeDefined();
    expect(screen.getByText('R1')).toBeDefined();
    expect(screen.getByText('January 1, 2026 at 2:00 PM (Kiritimati time)')).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Change/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });
});
