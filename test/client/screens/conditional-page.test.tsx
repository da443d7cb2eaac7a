import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Condition, FormDefinition } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { renderStudent } from './render-app.tsx';
import { filesOf } from './toy-form.ts';

const serves: Condition = { valueKey: 'serves', operator: 'equals', target: 'Y' };
const served = page([question('branch', { label: 'Branch', required: true, visibleWhen: serves })], {
  id: 'service',
  title: 'Service',
});

/** Three pages, of which the second shows only for those who serve. */
const definition: FormDefinition = form([
  page([question('serves', { label: 'Do you serve?' })], { id: 'one', title: 'Page One' }),
  {
    ...served,
    visibleWhen: serves,
    layout: [{ kind: 'section', id: 'page-service', visibleWhen: serves, children: served.layout }],
    clearing: [{ when: { not: serves }, keys: ['branch'] }],
  },
  page([question('motto', { label: 'Motto', required: true })], { id: 'two', title: 'Page Two' }),
]);

function open(path: string, answers: Readonly<Record<string, string>>, lastPage = '') {
  const files = filesOf(definition);
  return renderStudent(path, { answers, ...(lastPage && { lastPage }) }, { files });
}

describe('a conditional page', () => {
  it('becomes a step once an answer leads to it, between its neighbors', async () => {
    const { user, address } = await open('/one', {});
    expect(await screen.findByText('Step 1 of 2')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Do you serve?' }), 'Y{Tab}');
    expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Service' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Branch' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Page Two' })).toBeTruthy();
    expect(address()).toBe('/two');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Service' })).toBeTruthy();
  });

  it.each(['/service', '/service#branch'])('that is hidden leads from %s to the start', async (path) => {
    const { address } = await open(path, { motto: 'On!' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page One' })).toBeTruthy();
    expect(address()).toMatch(/^\/one/);
  });

  it('is demanded at Submit and reviewed only while it shows', async () => {
    const { user, unmount } = await open('/two', { serves: 'Y', motto: 'On!' });
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('link', { name: 'The branch' })).toBeTruthy();
    unmount();
    const hidden = await open('/review', { serves: 'N', motto: 'On!' });
    expect(await screen.findByRole('heading', { level: 2, name: 'Page Two' })).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 2, name: 'Service' })).toBeNull();
    await hidden.user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(hidden.server.calls()).toContain('POST /api/submit'));
  });
});
