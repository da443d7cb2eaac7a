import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { form, nodes, page, question } from '#test/form/build-definition.ts';
import { createFakeServer } from './fake-server.ts';
import { renderApp, renderStudent } from './render-app.tsx';
import { filesOf } from './toy-form.ts';

const NOT_FIVE = 'Enter five digits.';
const EITHER = 'Enter a number or an address.';
const yearOf: Partial<Question> = { options: 'years', label: 'Year' };

const section = (title: string, ...keys: readonly string[]) =>
  ({ kind: 'section', id: title, title, children: nodes(...keys) }) as const;

/** Two required texts, a month with its year, and two of which one must be answered. */
const definition: FormDefinition = form(
  [
    page(
      [
        question('code', {
          label: 'Code',
          required: true,
          constraints: { pattern: '^[0-9]{5}$' },
          messages: { required: 'Enter the code.', pattern: NOT_FIVE },
        }),
        question('name', { label: 'Name', required: true, messages: { required: 'Enter the name.' } }),
        question('month', { label: 'Begin', widget: 'monthYear', options: 'months', parts: ['year'] }),
        question('year', {
          ...yearOf,
          partOf: 'month',
          requiredWhen: { valueKey: 'month', operator: 'answered' },
          messages: { required: 'Choose the year as well.' },
        }),
        question('motto', { label: 'Motto', required: true }),
        question('call', {
          label: 'Call',
          requiredWhen: { valueKey: 'mail', operator: 'notAnswered' },
          alternatives: ['mail'],
          messages: { required: EITHER },
        }),
        question('mail', { label: 'Mail' }),
      ],
      {
        id: 'one',
        title: 'Page One',
        layout: [section('Basics', 'code', 'name'), section('Rest', 'month', 'motto', 'call', 'mail')],
      },
    ),
  ],
  { options: { months: [{ value: '5', label: 'May' }], years: [{ value: '2020', label: '2020' }] } },
);

const files = filesOf(definition);

const complete = { code: '12345', name: 'Ada', motto: 'Onward', mail: 'a@b.org' };

async function open(answers: Answers = {}, isSignedIn = true, statuses = ['started']) {
  const server = createFakeServer({ answers, statuses });
  const app = await renderApp({ path: '/one', isSignedIn, server, files });
  const control = await screen.findByLabelText(/^Code/);
  return { ...app, server, control };
}

/** Runs promise reactions. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const at = (key: string) => document.querySelector(`#error-${key}`)?.textContent;

describe('an error', () => {
  it('is shown on blur, describes its control, and is announced once', async () => {
    const { user, control } = await open();
    await user.type(control, '123');
    await settle();
    expect(screen.queryByText(NOT_FIVE)).toBeNull();
    await user.tab();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(control.getAttribute('aria-describedby')).toBe('error-code');
    expect(announced().filter((text) => text === `Code: ${NOT_FIVE}`)).toHaveLength(1);
    expect(screen.queryByRole('heading', { name: "We're missing some information!" })).toBeNull();
  });

  it('disappears when fixed, and returns only on blur', async () => {
    const { user, control } = await open({ code: '123' });
    await user.click(control);
    await user.tab();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
    await user.type(control, '45');
    await waitFor(() => expect(at('code')).toBeUndefined());
    expect(announced()).not.toContain(`Code: ${NOT_FIVE}`);
    expect(document.activeElement).toBe(control);
    await user.type(control, '6');
    await settle();
    expect(at('code')).toBeUndefined();
    await user.tab();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
  });

  it('is shown after a reload, with an incomplete section and step', async () => {
    await open({ ...complete, code: '123' });
    expect(screen.queryByRole('link', { name: /^(?:Basics|Page One).*Complete/ })).toBeNull();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
    expect(await screen.findByRole('link', { name: /^Basics ?1 to fix/ })).toBeTruthy();
    expect(await screen.findByRole('link', { name: /Page One 1 to fix/ })).toBeTruthy();
    expect(screen.queryByText('Enter the name.')).toBeNull();
  });

  it('is shown to a visitor', async () => {
    const { user, control } = await open({}, false);
    await user.type(control, '123{Tab}');
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
  });

  it('of the server is shown once, on blur', async () => {
    const { user, control, server } = await open();
    const body = { message: 'Not saved.', errors: { code: [NOT_FIVE] } };
    server.answer('PUT /api/answer', { status: 422, body });
    await user.type(control, '123');
    await waitFor(() => expect(announced().join(' ')).toContain('Not saved.'), { timeout: 5000 });
    expect(document.activeElement).toBe(control);
    expect(at('code')).toBeUndefined();
    await user.tab();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
  });

  it('is shown after the click that blurs, without moving the page', async () => {
    const { user, control } = await open();
    await user.type(control, '123');
    const next = screen.getByLabelText(/^Name/);
    fireEvent.pointerDown(next);
    act(() => next.focus());
    await settle();
    expect(at('code')).toBeUndefined();
    fireEvent.pointerUp(next);
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
  });
});

describe('a required question', () => {
  it('passed without an answer is not an error yet', async () => {
    const { user, control } = await open();
    await user.click(control);
    await user.tab();
    await user.tab();
    await settle();
    expect([at('code'), at('name')]).toEqual([undefined, undefined]);
  });
});

describe('two questions of which one must be answered', () => {
  it('have no mark, and one message where the last is left empty', async () => {
    const { user } = await open();
    const [call, mail] = [screen.getByLabelText('Call'), screen.getByLabelText('Mail')];
    expect(call.getAttribute('aria-required')).toBeNull();
    await user.type(mail, 'a');
    await user.clear(mail);
    await user.tab();
    await waitFor(() => expect(at('mail')).toBe(EITHER));
    expect(mail.getAttribute('aria-describedby')).toBe('error-mail');
    expect(at('call')).toBeUndefined();
    await user.type(call, '5{Tab}');
    await waitFor(() => expect(at('mail')).toBeUndefined());
  });

  it('have one message at the first after Submit', async () => {
    await openValidating({ ...complete, mail: '' });
    await waitFor(() => expect(at('call')).toBe(EITHER));
    expect(at('mail')).toBeUndefined();
  });
});

describe('a question of several controls', () => {
  it('is blurred when none has the focus', async () => {
    const { user } = await open();
    const [month, year] = screen.getAllByRole('combobox');
    if (!month || !year) throw new Error('The month is not rendered.');
    await user.selectOptions(month, 'May');
    await user.tab();
    expect(document.activeElement).toBe(year);
    await settle();
    expect(at('month')).toBeUndefined();
    await user.tab();
    await waitFor(() => expect(at('month')).toBe('Choose the year as well.'));
  });
});

const openValidating = (answers: Answers) => open(answers, true, ['started', 'validating']);

describe('after Submit found errors', () => {
  it('a new one is shown on blur, and disappears when fixed', async () => {
    const { user, control, server } = await openValidating(complete);
    await user.type(control, '6');
    await waitFor(() => expect(server.answers()['code']).toBe('123456'), { timeout: 5000 });
    await settle();
    expect(document.activeElement).toBe(control);
    expect(at('code')).toBeUndefined();
    await user.tab();
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
    await user.type(control, '{Backspace}');
    await waitFor(() => expect(at('code')).toBeUndefined());
    expect(document.activeElement).toBe(control);
  });

  it('existing ones are shown at once, and update while typing', async () => {
    const { user, control } = await openValidating({ ...complete, code: '' });
    await waitFor(() => expect(at('code')).toBe('Enter the code.'));
    await user.type(control, '123');
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE), { timeout: 5000 });
    expect(document.activeElement).toBe(control);
  });

  it('existing ones are shown at a linked question', async () => {
    await renderStudent(
      '/one#code',
      { answers: { ...complete, code: '1' }, statuses: ['validating'] },
      { files },
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Code/)));
    await waitFor(() => expect(at('code')).toBe(NOT_FIVE));
  });
});
