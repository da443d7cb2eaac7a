import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FoundRecord } from '#form/answers/record-answers.ts';
import {
  choose,
  renderLookup,
  EAST,
  HINT,
  note,
  OF_EAST,
  schoolBox,
  suggestion,
  take,
} from './render-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

/** Types another name, and returns the record of the former one. */
async function typeOver(
  rendered: ReturnType<typeof renderLookup>,
  named: readonly string[],
  record: FoundRecord,
) {
  await rendered.user.clear(schoolBox());
  await rendered.user.type(schoolBox(), 'My Tutors{Tab}');
  const search = await vi.waitUntil(() =>
    rendered.searches.find(({ request }) => request['query'] === 'East High School'),
  );
  await act(async () => search.answer(named.map((name, index) => suggestion(name, `id ${index}`))));
  for (const { answer } of rendered.finds) await act(async () => answer(record));
}

describe('a school that replaces a chosen one', () => {
  it('is cleared when replaced from the list, and restored by Undo', async () => {
    const rendered = renderLookup();
    await take(rendered, EAST);
    await rendered.user.type(screen.getByLabelText('Street one_'), ' 2');
    await rendered.user.clear(schoolBox());
    await rendered.user.type(schoolBox(), 'My Tutors');
    await rendered.user.click(await screen.findByRole('option', { name: 'Use: My Tutors' }));
    const own = {
      one_school: 'My Tutors',
      one_code: '',
      one_street: '1 Oak Street 2',
      one_land: '',
      one_state: '',
    };
    expect(rendered.store.state().form.answers).toMatchObject(own);
    expect(note()).toBe(`Cleared: Land one_, State one_. ${HINT}`);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rendered.store.state().form.answers).toMatchObject({ ...OF_EAST, one_street: '1 Oak Street 2' });
  });

  it.each([
    ['Tab', '{Tab}'],
    ['Enter', '{Enter}'],
  ])('is cleared when another name is typed over it, then %s', async (_, key) => {
    const rendered = renderLookup();
    await take(rendered, EAST);
    await rendered.user.clear(schoolBox());
    await rendered.user.type(schoolBox(), 'My Tutors');
    expect(answerOf(rendered.store, 'one_land')).toBe('USA');
    await rendered.user.keyboard(key);
    const own = { one_school: 'My Tutors', one_code: '', one_street: '', one_land: '', one_state: '' };
    expect(rendered.store.state().form.answers).toMatchObject(own);
    await rendered.user.keyboard('{Escape}');
    expect(note()).toBe(`Cleared: Street one_, Land one_, State one_. ${HINT}`);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rendered.store.state().form.answers).toMatchObject(OF_EAST);
    expect(schoolBox()).toHaveProperty('value', 'East High School');
  });
});

describe('a school chosen before the page was loaded', () => {
  it('is cleared when another name is typed over it', async () => {
    const rendered = renderLookup(OF_EAST);
    await typeOver(rendered, ['East High School of Art', 'East High School'], EAST);
    expect(rendered.finds.map(({ request }) => request)).toEqual([{ category: 'schools', id: 'id 1' }]);
    const own = { one_school: 'My Tutors', one_code: '', one_street: '', one_land: '', one_state: '' };
    expect(rendered.store.state().form.answers).toMatchObject(own);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rendered.store.state().form.answers).toMatchObject(OF_EAST);
  });

  it.each([
    ['the directory has another record', ['East High School'], { ...EAST, address_line_1: '9 Elm Street' }],
    ['the directory has none', ['East Side High'], EAST],
  ])("keeps the student's answers if %s", async (_, named, record) => {
    const rendered = renderLookup(OF_EAST);
    await typeOver(rendered, named, record);
    const { one_school: _name, one_code: _code, ...rest } = OF_EAST;
    expect(rendered.store.state().form.answers).toMatchObject({ ...rest, one_school: 'My Tutors' });
    expect(undoButton()).toBeNull();
  });

  it('keeps the answers when the name is corrected', async () => {
    const rendered = renderLookup(OF_EAST);
    await rendered.user.type(schoolBox(), ', Denver{Enter}');
    expect(answerOf(rendered.store, 'one_state')).toBe('CO');
    expect(rendered.searches.map(({ request }) => request['query'])).not.toContain('East High School');
  });
});

describe('a choice during a look-up', () => {
  it('shows loading until the record comes', async () => {
    const rendered = renderLookup();
    const land = screen.getByRole('combobox', { name: 'Land one_' });
    const empty = () => within(land).getAllByRole('option')[0]?.textContent;
    expect(empty()).toBe('--');
    await choose(rendered, 'east', 'East High School');
    expect(empty()).toBe('Loading...');
    await act(async () => rendered.finds[0]?.answer(EAST));
    expect(land).toHaveProperty('value', 'USA');
    expect(empty()).toBe('--');
  });

  it('stops loading without a record', async () => {
    const rendered = renderLookup();
    const land = screen.getByRole('combobox', { name: 'Land one_' });
    await choose(rendered, 'east', 'East High School');
    await act(async () => rendered.finds[0]?.fail());
    expect(within(land).getAllByRole('option')[0]?.textContent).toBe('--');
  });
});

describe('a chosen address', () => {
  it.each([
    ['of another street', '45 Oak Avenue', { homeLand: '', homeState: '' }],
    ['that is corrected', '1210 Main St', { homeLand: 'USA', homeState: 'CO' }],
  ])('clears or keeps its place with a line %s', async (_, line, place) => {
    const rendered = renderLookup();
    const address = screen.getByRole('combobox', { name: 'Home' });
    await rendered.user.type(address, '1200 Main');
    await expect.poll(() => rendered.searches.length).toBe(1);
    await act(async () => rendered.searches[0]?.answer([suggestion('1200 Main St')]));
    await rendered.user.click(screen.getByRole('option', { name: /^1200 Main St/ }));
    await act(async () =>
      rendered.finds[0]?.answer({ address_line_1: '1200 Main St', country: 'USA', state: 'CO' }),
    );
    await rendered.user.clear(address);
    await rendered.user.type(address, line);
    await rendered.user.tab();
    expect(rendered.store.state().form.answers).toMatchObject({ home: line, ...place });
  });
});
