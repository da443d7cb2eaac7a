import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';
import { choosing, choosingFiles } from './choosing-form.ts';
import { answer, breakDown, control, isKept, openTab, recover, slots, started } from './outage.ts';

const CHANGED =
  "We've changed this application since you opened it. Your answers are safe. Please reload the page to see the current questions.";

/** A later form with a renamed key, tab group, tab and block. */
function renamed(): FormDefinition {
  const names = {
    name: 'full_name',
    side: 'coast',
    west: 'sunset',
    kids: 'children',
    kid_name: 'child_name',
    kid_2_name: 'child_2_name',
  };
  const text = Object.entries(names).reduce(
    (form, [former, today]) => form.replaceAll(`"${former}"`, `"${today}"`),
    JSON.stringify(choosing),
  );
  const definition: FormDefinition = JSON.parse(text);
  const { name, kid_name, kid_2_name } = names;
  const moves = {
    ...NO_MOVES,
    keys: { name, kid_name, kid_2_name },
    groups: { side: 'coast', kids: 'children' },
    tabs: { coast: { west: 'sunset' } },
  };
  return { ...definition, hash: 'later', moves };
}

describe('a form that has changed', () => {
  it('is announced on open pages only', async () => {
    const server = started();
    const tab = await openTab(server);
    server.deploy(choosing.hash);
    await answer(tab, 'Name', 'Ada');
    await waitFor(() => expect(server.answers()).toEqual({ name: 'Ada' }), { timeout: 4000 });
    expect(screen.queryByText(CHANGED)).toBeNull();
    server.deploy('later');
    await answer(tab, 'Name', 'Augusta');
    expect(await screen.findByText(CHANGED, {}, { timeout: 4000 })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  });

  it('finds pending changes under current names', async () => {
    const server = started();
    breakDown(server);
    const before = await openTab(server);
    await before.user.click(before.screen.getByRole('tab', { name: 'West' }));
    await answer(before, 'Essay', 'Onwards');
    await answer(before, 'Name', 'Ada');
    await before.user.click(before.screen.getByRole('button', { name: 'Add Another' }));
    await answer(before, 'Kid 2', 'Byron');
    await isKept(before, 'Byron');
    before.unmount();
    recover(server);
    const after = await openTab(server, before.browser, choosingFiles(renamed()));
    expect(control(after, 'Name')).toHaveProperty('value', 'Ada');
    await waitFor(() =>
      expect(server.answers()).toEqual({ full_name: 'Ada', essay: 'Onwards', child_2_name: 'Byron' }),
    );
    expect([server.tabs(), server.counts()]).toEqual([{ coast: 'sunset' }, { children: 2 }]);
    await waitFor(() => expect(slots(after)).toBe(0));
  });
});
