import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FormPage } from '#client/form/FormPage.tsx';
import { createFormStore } from '#client/form/store/form-store.ts';
import type { LookupService } from '#client/widgets/lookup/lookup.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';

const only = page([
  question('base', {
    label: 'Base',
    widget: 'directory',
    lookup: { category: 'bases', fills: { name: 'base', city: 'town' } },
  }),
  question('town', { label: 'Town' }),
]);
const bases: LookupService = {
  search: async ({ category }) => [{ id: `${category}:1`, text: 'Naval Station', sub_text: 'Mayport, FL' }],
  find: async () => ({ name: 'Naval Station', city: 'Mayport' }),
};

it('an entry of a directory of the form is found while one types, and fills in the rest', async () => {
  const store = createFormStore({
    definition: form([only]),
    state: stateOf({}),
    now: new Date('2026-11-21T12:00:00Z'),
    signedIn: false,
  });
  render(<FormPage page={only} store={store} lookup={bases} />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox', { name: 'Base' }), 'naval');
  await user.click(await screen.findByRole('option', { name: /^Naval Station/ }));
  await act(async () => undefined);
  expect(store.state().answers).toMatchObject({ base: 'Naval Station', town: 'Mayport' });
  expect(screen.getByRole('textbox', { name: 'Town' })).toHaveProperty('value', 'Mayport');
  expect(screen.queryByText(/school/i)).toBeNull();
});
