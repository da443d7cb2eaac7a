import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FoundRecord } from '#form/answers/record-answers.ts';
import {
  choose,
  drawLookup,
  EAST,
  HINT,
  note,
  OF_EAST,
  schoolBox,
  suggestion,
  take,
} from './draw-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

/** Types another name over the school, and has the directory answer for the former one. */
async function typeOver(drawn: ReturnType<typeof drawLookup>, named: readonly string[], record: FoundRecord) {
  await drawn.user.clear(schoolBox());
  await drawn.user.type(schoolBox(), 'My Tutors');
  await drawn.user.tab();
  const search = await vi.waitUntil(() =>
    drawn.searches.find(({ asked }) => asked['query'] === 'East High School'),
  );
  await act(async () => search.answer(named.map((name, index) => suggestion(name, `id ${index}`))));
  for (const { answer } of drawn.finds) await act(async () => answer(record));
}

describe('a school that takes the place of a chosen one', () => {
  it('gives up what it filled in when another text is taken from the list, and is there again with Undo', async () => {
    const drawn = drawLookup();
    await take(drawn, EAST);
    await drawn.user.type(screen.getByLabelText('Street one_'), ' 2');
    await drawn.user.clear(schoolBox());
    await drawn.user.type(schoolBox(), 'My Tutors');
    await drawn.user.click(await screen.findByRole('option', { name: 'Use: My Tutors' }));
    const own = {
      one_school: 'My Tutors',
      one_code: '',
      one_street: '1 Oak Street 2',
      one_land: '',
      one_state: '',
    };
    expect(drawn.store.state().form.answers).toMatchObject(own);
    expect(note()).toBe(`Cleared: Land one_, State one_. ${HINT}`);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(drawn.store.state().form.answers).toMatchObject({ ...OF_EAST, one_street: '1 Oak Street 2' });
  });

  it.each([
    ['Tab', '{Tab}'],
    ['Enter', '{Enter}'],
  ])('gives up what it filled in when another name is typed over it and left with %s', async (_, key) => {
    const drawn = drawLookup();
    await take(drawn, EAST);
    await drawn.user.clear(schoolBox());
    await drawn.user.type(schoolBox(), 'My Tutors');
    expect(answerOf(drawn.store, 'one_land')).toBe('USA');
    await drawn.user.keyboard(key);
    const own = { one_school: 'My Tutors', one_code: '', one_street: '', one_land: '', one_state: '' };
    expect(drawn.store.state().form.answers).toMatchObject(own);
    await drawn.user.keyboard('{Escape}');
    expect(note()).toBe(`Cleared: Street one_, Land one_, State one_. ${HINT}`);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(drawn.store.state().form.answers).toMatchObject(OF_EAST);
    expect(schoolBox()).toHaveProperty('value', 'East High School');
  });
});

describe('a school that was chosen before the page was loaded', () => {
  it('gives up what its record says when another name is typed over it', async () => {
    const drawn = drawLookup(OF_EAST);
    await typeOver(drawn, ['East High School of Art', 'East High School'], EAST);
    expect(drawn.finds.map(({ asked }) => asked)).toEqual([{ category: 'schools', id: 'id 1' }]);
    const own = { one_school: 'My Tutors', one_code: '', one_street: '', one_land: '', one_state: '' };
    expect(drawn.store.state().form.answers).toMatchObject(own);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(drawn.store.state().form.answers).toMatchObject(OF_EAST);
  });

  it.each([
    ['the directory knows another one', ['East High School'], { ...EAST, address_line_1: '9 Elm Street' }],
    ['the directory knows none', ['East Side High'], EAST],
  ])('keeps the answers, which are the student’s, when %s', async (_, named, record) => {
    const drawn = drawLookup(OF_EAST);
    await typeOver(drawn, named, record);
    const { one_school: _name, one_code: _code, ...rest } = OF_EAST;
    expect(drawn.store.state().form.answers).toMatchObject({ ...rest, one_school: 'My Tutors' });
    expect(undoButton()).toBeNull();
  });

  it('keeps the answers when the name is mended, and looks for nothing', async () => {
    const drawn = drawLookup(OF_EAST);
    await drawn.user.type(schoolBox(), ', Denver{Enter}');
    expect(answerOf(drawn.store, 'one_state')).toBe('CO');
    expect(drawn.searches.map(({ asked }) => asked['query'])).not.toContain('East High School');
  });
});

describe('a choice that a look-up is about to answer', () => {
  it('says that it is loading until the record comes', async () => {
    const drawn = drawLookup();
    const land = screen.getByRole('combobox', { name: 'Land one_' });
    const empty = () => within(land).getAllByRole('option')[0]?.textContent;
    expect(empty()).toBe('--');
    await choose(drawn, 'east', 'East High School');
    expect(empty()).toBe('Loading...');
    await act(async () => drawn.finds[0]?.answer(EAST));
    expect(land).toHaveProperty('value', 'USA');
    expect(empty()).toBe('--');
  });

  it('no longer does once there is no record', async () => {
    const drawn = drawLookup();
    const land = screen.getByRole('combobox', { name: 'Land one_' });
    await choose(drawn, 'east', 'East High School');
    await act(async () => drawn.finds[0]?.fail());
    expect(within(land).getAllByRole('option')[0]?.textContent).toBe('--');
  });
});

describe('an address that is chosen', () => {
  it.each([
    ['of another street', '45 Oak Avenue', { homeLand: '', homeState: '' }],
    ['that is mended', '1210 Main St', { homeLand: 'USA', homeState: 'CO' }],
  ])('gives up or keeps its place with a line %s', async (_, line, place) => {
    const drawn = drawLookup();
    const address = screen.getByRole('combobox', { name: 'Home' });
    await drawn.user.type(address, '1200 Main');
    await expect.poll(() => drawn.searches.length).toBe(1);
    await act(async () => drawn.searches[0]?.answer([suggestion('1200 Main St')]));
    await drawn.user.click(screen.getByRole('option', { name: /^1200 Main St/ }));
    await act(async () =>
      drawn.finds[0]?.answer({ address_line_1: '1200 Main St', country: 'USA', state: 'CO' }),
    );
    await drawn.user.clear(address);
    await drawn.user.type(address, line);
    await drawn.user.tab();
    expect(drawn.store.state().form.answers).toMatchObject({ home: line, ...place });
  });
});
