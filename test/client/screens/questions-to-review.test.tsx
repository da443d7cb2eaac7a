import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { createFakeBrowser, createFakeStorage } from './fake-browser.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { filesOf } from './toy-form.ts';
import { logIn } from './user-actions.ts';

const choice: Partial<Question> = { options: 'terms', companion: true, required: true };

/** A changed form: a retired term, a shorter limit, a new question. */
const definition: FormDefinition = form(
  [
    page(
      [
        question('start', { label: 'Start', widget: 'radio', ...choice }),
        question('finish', { label: 'Finish', widget: 'dropdown', ...choice }),
        question('clubs', { label: 'Clubs', widget: 'checkboxes', type: 'array', options: 'terms' }),
      ],
      { id: 'one', title: 'Page One' },
    ),
    page(
      [
        question('motto', { label: 'Motto', required: true, constraints: { maxLength: 5 } }),
        question('laptop', { label: 'Laptop', required: true }),
      ],
      { id: 'two', title: 'Page Two' },
    ),
  ],
  {
    options: {
      terms: [
        { value: 'SP', label: 'Spring 2027' },
        { value: 'SU', label: 'Summer 2027' },
      ],
    },
  },
);

const files = filesOf(definition);

async function open(path: string, answers: Answers, lookAt: readonly string[] = []) {
  return renderStudent(path, { answers, lookAt }, { files });
}

const step = (name: RegExp) => screen.findByRole('link', { name });
const right: Answers = { start: 'SP', start_desc: 'Spring 2027', finish: 'SU', finish_desc: 'Summer 2027' };
const GONE = '“Fall 2027” is no longer offered. Please choose again.';

describe('a retired choice', () => {
  it('is reported at its step and question, until replaced', async () => {
    const { user, server } = await open('/one', { ...right, start: 'FA', start_desc: 'Fall 2027' });
    expect(await step(/Page One 1 to review/)).toBeTruthy();
    const group = screen.getByRole('radiogroup', { name: /Start/ });
    expect(group.getAttribute('aria-invalid')).toBe('true');
    expect(group.getAttribute('aria-describedby')).toBe('error-start');
    expect(document.querySelector('#error-start')?.textContent).toBe(GONE);
    await user.click(screen.getAllByRole('radio', { name: 'Summer 2027' })[0] ?? group);
    expect(await step(/Page One Complete/)).toBeTruthy();
    expect(screen.queryByText(GONE)).toBeNull();
    await waitFor(() => expect(server.answers()).toMatchObject({ start: 'SU', start_desc: 'Summer 2027' }));
  });

  it('is shown by its label, never by its code', async () => {
    await open('/one', { ...right, finish: 'FA', finish_desc: 'Fall 2027' });
    await screen.findByText(GONE);
    const select = screen.getByRole('combobox', { name: /Finish/ });
    expect(select).toHaveProperty('value', 'FA');
    expect([...select.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      '--',
      'Fall 2027',
      'Spring 2027',
      'Summer 2027',
    ]);
    expect(document.body.textContent).not.toContain('FA');
  });

  it('keeps its label from visitor to account', async () => {
    const tab = createFakeStorage();
    const browser = createFakeBrowser();
    const carried = { finish: 'FA', finish_desc: 'Fall 2027' };
    await browser.open(() => new Date('2026-03-01T12:00:00Z'), tab).drafts.visitor.keep(carried);
    const server = createFakeServer({ statuses: ['started'] });
    const { user } = await renderApp({ path: '/login', server, browser, tab, files });
    await logIn(user);
    expect(await screen.findByText(GONE)).toBeTruthy();
    await waitFor(() => expect(server.answers()).toMatchObject(carried));
  });
});

describe('a form changed after a page was complete', () => {
  const finished: Answers = { ...right, motto: 'Onward' };

  it('reports new questions and newly invalid answers', async () => {
    const { user } = await open('/two', finished, ['laptop', 'motto']);
    expect(await step(/Page Two 2 to review/)).toBeTruthy();
    expect(await step(/Page One Complete/)).toBeTruthy();
    expect(document.querySelector('#error-laptop')?.textContent).toBe(
      'This question is new.laptop: required',
    );
    expect(document.querySelector('#error-motto')?.textContent).toBe('motto: maxLength');
    await user.type(screen.getByLabelText(/Laptop/), 'Yes{Tab}');
    expect(await step(/Page Two 1 to review/)).toBeTruthy();
    await user.clear(screen.getByLabelText(/Motto/));
    await user.type(screen.getByLabelText(/Motto/), 'On{Tab}');
    expect(await step(/Page Two Complete/)).toBeTruthy();
    expect(document.querySelector('.box-error')).toBeNull();
  });
});
