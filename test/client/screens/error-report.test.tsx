import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderStudent } from './render-app.tsx';

const REPORT = 'POST /api/validations';
const missing = { motto: [expect.any(String)] };

/** A student with one of two required answers, at a path. */
async function openAt(path: string, statuses: string[]) {
  return renderStudent(path, { answers: { given: 'Ada' }, statuses });
}

describe('the error report', () => {
  it.each([
    { path: '/two', role: 'button', name: /^Back$/, schema: 'two' },
    { path: '/one', role: 'button', name: /^Save & Continue$/, schema: 'one' },
    { path: '/one', role: 'link', name: /Page Two/, schema: 'one' },
  ] as const)('is sent when $name leaves the page $path', async ({ path, role, name, schema }) => {
    const { user, server, address } = await openAt(path, ['started', 'validating']);
    await user.click(await screen.findByRole(role, { name }));
    await waitFor(() => expect(server.bodies(REPORT)).toEqual([{ validations: missing, schema }]));
    await waitFor(() => expect(address()).not.toBe(path));
  });

  it('is sent without a page on a submit', async () => {
    const { user, server } = await openAt('/two', ['started']);
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.bodies(REPORT)).toEqual([{ validations: missing }]));
  });

  it('is empty once all is valid', async () => {
    const { user, server } = await openAt('/two', ['started', 'validating']);
    await user.type(await screen.findByLabelText(/Motto/), 'Onwards');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(server.bodies(REPORT)).toEqual([{ validations: {}, schema: 'two' }]));
    expect(server.answers()).toEqual({ given: 'Ada', motto: 'Onwards' });
  });

  it('is not sent before the first submit', async () => {
    const { user, server } = await openAt('/two', ['started']);
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await screen.findByRole('heading', { name: 'Page One', level: 1 });
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await screen.findByRole('heading', { name: 'Page Two', level: 1 });
    expect(server.calls()).not.toContain(REPORT);
  });
});
