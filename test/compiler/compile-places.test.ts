import { describe, expect, it } from 'vitest';
import { compileTiny, compileTinyWith, questionOf, tinyFile } from './tiny-form.ts';

const tiny = compileTiny();
const [you] = tiny.definition.pages;

/** The compiled page `you` of the tiny form, with replaced layout nodes. */
function youWith(replace: (node: unknown) => unknown) {
  const ui = tinyFile('pages/you.ui.json');
  const compiled = compileTinyWith({ 'pages/you.ui.json#/ui:layout': ui['ui:layout'].map(replace) });
  return { compiled, page: compiled.definition.pages[0] };
}

const isHome = (operator: string) => ({ valueKey: 'home', operator, target: 'tower' });
const bornWith = (members: object) =>
  youWith((node) => (node === 'born' ? { question: 'born', ...members } : node));

describe('a condition on a question in the layout', () => {
  it('shows the question while true, and clears it otherwise', () => {
    const { page } = bornWith({ showWhen: isHome('equals') });

    expect(page?.layout[1]).toEqual({ kind: 'question', key: 'born', visibleWhen: isHome('equals') });
    expect(page?.questions['born']?.visibleWhen).toEqual(isHome('equals'));
    expect(page?.clearing[0]).toEqual({ when: isHome('notEquals'), keys: ['born'] });
  });

  it('is equivalent to its negation in hideWhen', () => {
    const shown = bornWith({ showWhen: isHome('notEquals') });

    expect(bornWith({ hideWhen: isHome('equals') }).page).toEqual(shown.page);
  });

  it('clears the listed keys instead of the question', () => {
    const [named, none] = [['name', 'nick'], []].map(
      (clears) => bornWith({ showWhen: isHome('equals'), clears }).page?.clearing,
    );

    expect(named?.[0]).toEqual({ when: isHome('notEquals'), keys: ['name', 'nick'] });
    expect(none).toEqual(you?.clearing);
  });

  it('also applies to parts of its widget', () => {
    const { compiled } = youWith((node) =>
      Object(node).id === 'moved' ? { question: 'move_month', showWhen: isHome('equals') } : node,
    );

    expect(questionOf(compiled, 'move_year').visibleWhen).toEqual(isHome('equals'));
  });

  it('is combined with those of its ancestors', () => {
    const { compiled } = youWith((node) =>
      Object(node).id === 'taste'
        ? { ...Object(node), children: [{ question: 'colors', showWhen: isHome('equals') }] }
        : node,
    );

    expect(questionOf(compiled, 'colors').visibleWhen).toEqual({
      all: [questionOf(tiny, 'colors').visibleWhen, isHome('equals')],
    });
  });

  it('applies to the partners of its node', () => {
    const { compiled, page } = bornWith({ partners: ['other'] });

    expect(page?.questions).not.toHaveProperty('born');
    expect(compiled.definition.pages[0]?.layout).toHaveLength((you?.layout.length ?? 0) - 1);
  });

  it('can be a showWhen, as for every kind of node', () => {
    const { page } = youWith((node) =>
      Object(node).id === 'moved'
        ? { ...Object(node), hideWhen: undefined, showWhen: isHome('equals') }
        : node,
    );

    expect(page?.layout.at(-1)).toMatchObject({ kind: 'section', visibleWhen: isHome('equals') });
  });
});

/** Nodes of the page `you` with some widths, in place of its row and the two questions after it. */
function nodesWith(widths: Readonly<Record<string, number>>, first: unknown, born: unknown = 'born') {
  const ui = tinyFile('pages/you.ui.json');
  const [, , , ...rest] = ui['ui:layout'];
  const entries = Object.entries(widths).map(([key, width]) => [key, { ...ui[key], 'ui:width': width }]);
  const page = { ...ui, ...Object.fromEntries(entries), 'ui:layout': [first, born, 'home', ...rest] };
  return compileTinyWith({ 'pages/you.ui.json': page }).definition.pages[0];
}

describe('the width of a question', () => {
  const row = { kind: 'row', children: ['name', 'nick'] };

  it('creates a row around it, wherever it is', () => {
    const page = nodesWith({ born: 6, floor: 3 }, row);
    const [, born, home, byHome] = page?.layout ?? [];

    expect(born).toEqual({ kind: 'row', widths: [6], children: [{ kind: 'question', key: 'born' }] });
    expect(home).toEqual({ kind: 'question', key: 'home' });
    expect(byHome?.kind === 'switch' ? byHome.cases[0]?.children : []).toMatchObject([
      { kind: 'row', widths: [3], children: [{ key: 'floor' }] },
    ]);
    expect(page?.questions['born']?.ui).toEqual({});
  });

  it.each([
    ['comes from its row cell', { name: 4, nick: 8 }, [4, 8]],
    ['leaves the rest of a row to other cells', { nick: 4 }, [8, 4]],
    ['does not shrink other cells without space left', { nick: 12 }, [6, 12]],
  ])('%s', (_, widths, expected) => {
    expect(nodesWith(widths, row)?.layout[0]).toMatchObject({ kind: 'row', widths: expected });
  });

  it('also works for a conditional question', () => {
    const born = { question: 'born', showWhen: isHome('equals'), clears: [] };
    const page = nodesWith({ born: 6 }, row, born);

    expect(page?.layout[1]).toEqual({
      kind: 'row',
      widths: [6],
      children: [{ kind: 'question', key: 'born', visibleWhen: isHome('equals') }],
    });
    expect(page?.clearing).toEqual(you?.clearing);
  });
});
