import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { renderStudent } from './render-app.tsx';
import { filesOf } from './toy-form.ts';

const date: Partial<Question> = { widget: 'date', constraints: { format: 'date' } };

/** A visa's dates on two pages, and a signature that should be the name. */
const definition: FormDefinition = form([
  page(
    [question('given', { label: 'Given', required: true }), question('issued', { label: 'Issued', ...date })],
    { id: 'one', title: 'Page One' },
  ),
  page(
    [
      question('expires', {
        label: 'Expires',
        ...date,
        relations: [
          {
            operator: 'gt',
            keys: ['expires'],
            targetKey: 'issued',
            targetKeys: ['issued'],
            message: 'Expires must be after Issued',
          },
        ],
      }),
      question('signature', {
        label: 'Signature',
        ui: { help: 'Your full name.' },
        notices: [{ text: 'This differs from your name.', unlike: ['given'] }],
      }),
    ],
    { id: 'two', title: 'Page Two' },
  ),
]);

async function open(path: string, answers: Answers, status: 'started' | 'validating' = 'started') {
  const files = filesOf(definition);
  const statuses = status === 'started' ? ['started'] : ['started', 'validating'];
  return renderStudent(path, { answers, statuses }, { files });
}

function answerDate(label: RegExp, value: string): void {
  const control = screen.getByLabelText(label);
  fireEvent.input(control, { target: { value } });
  fireEvent.blur(control);
}

const link = () => screen.queryByRole('link', { name: 'The expires' });
const notice = () => document.querySelector('#notice-signature');

const MESSAGE = 'Expires must be after Issued';
/** Not in the summary. */
const AT_QUESTION = { ignore: '.missing *' };

describe('two contradictory answers', () => {
  it('are reported at the related question, and block submission', async () => {
    const answers = { given: 'Ada', issued: '2026-03-01', expires: '2026-02-01' };
    const { user, server } = await open('/two', answers);
    expect(screen.queryByText(MESSAGE)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: "We're missing some information!" });
    expect(screen.getByRole('link', { name: 'The expires' }).getAttribute('href')).toBe('/two#expires');
    expect(screen.getByLabelText(/Expires/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(MESSAGE, AT_QUESTION)).toBeTruthy();
    expect(server.calls()).not.toContain('POST /api/submit');
    expect(server.bodies('POST /api/validations')).toMatchObject([{ validations: { expires: [MESSAGE] } }]);
  });

  it('are checked again as soon as either changes', async () => {
    const answers = { given: 'Ada', issued: '2026-03-01', expires: '2026-02-01' };
    const { user } = await open('/one', answers, 'validating');
    await waitFor(() => expect(link()).toBeTruthy());
    answerDate(/Issued/, '2026-01-01');
    await waitFor(() => expect(link()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await screen.findByLabelText(/Expires/);
    answerDate(/Expires/, '2025-12-31');
    await screen.findByText(MESSAGE, AT_QUESTION);
    answerDate(/Expires/, '2026-01-02');
    await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull());
  });
});

describe('an unusual answer', () => {
  it('shows a warning on blur, which describes its control', async () => {
    const { user, server } = await open('/two', { given: 'Ada' }, 'validating');
    const control = await screen.findByLabelText(/Signature/);
    expect(notice()?.getAttribute('role')).toBe('status');
    expect(notice()?.textContent).toBe('');
    await user.type(control, 'Ida');
    expect(notice()?.textContent).toBe('');
    await user.tab();
    await waitFor(() => expect(notice()?.textContent).toBe('This differs from your name.'));
    expect(control.getAttribute('aria-describedby')).toBe('notice-signature help-signature');
    expect(control.getAttribute('aria-invalid')).not.toBe('true');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls()).toContain('POST /api/submit'));
  });

  it('shows no warning while typing, even if saved', async () => {
    const { user, server } = await open('/two', { given: 'Ada' });
    await user.type(await screen.findByLabelText(/Signature/), 'A{Enter}');
    await waitFor(() => expect(server.answers()).toMatchObject({ signature: 'A' }));
    expect(notice()?.textContent).toBe('');
  });

  it('shows a warning on open, until fixed', async () => {
    const { user } = await open('/two', { given: 'Ada', signature: 'Ida' });
    const control = await screen.findByLabelText(/Signature/);
    await waitFor(() => expect(notice()?.textContent).toBe('This differs from your name.'));
    await user.clear(control);
    await user.type(control, 'Ada{Tab}');
    await waitFor(() => expect(notice()?.textContent).toBe(''));
  });

  it('shows a warning after the click that blurs, without moving the page', async () => {
    const { user } = await open('/two', { given: 'Ada' });
    await user.type(await screen.findByLabelText(/Signature/), 'Ida');
    const save = screen.getByRole('button', { name: 'Submit' });
    fireEvent.pointerDown(save);
    act(() => save.focus());
    expect(notice()?.textContent).toBe('');
    fireEvent.pointerUp(save);
    await waitFor(() => expect(notice()?.textContent).toBe('This differs from your name.'));
  });
});
