import { describe, expect, it } from 'vitest';
import { CARET, openInEditor, guideFile } from './open-in-editor.ts';
import { CITIZENS, HELD, NAMES, PAGE, UI, when, withEntry, withNode } from './named-places.ts';

describe('the names in the editor', () => {
  it.each(NAMES)('offers %s', async (_what, file, around, offered) => {
    const labels = await openInEditor(file, around(CARET)).offered();

    expect(labels).toEqual(expect.arrayContaining([...offered]));
    expect(labels.length).toBeGreaterThan(0);
  });

  it.each(NAMES)('underlines %s that there is not', async (_what, file, around) => {
    const underlined = await openInEditor(file, around('nosuch')).underlined();

    expect(underlined.map(([text]) => text)).toEqual(['"nosuch"']);
  });

  it('offers the answers of that question alone', async () => {
    const labels = await openInEditor(PAGE, when(`${HELD}: "equals", "target": "${CARET}"`)).offered();

    expect(labels).toEqual(CITIZENS);
  });

  it('offers the questions of that file alone', async () => {
    const labels = await openInEditor(UI, withNode(`"${CARET}"`)).offered();

    expect(labels).not.toContain('first_name');
  });

  it('underlines a question of another page where it cannot be', async () => {
    const misplaced = guideFile(PAGE).replace('"required": [', '"required": ["first_name", ');

    const underlined = await openInEditor(PAGE, misplaced).underlined();

    expect(underlined).toEqual([['"first_name"', 'No question of this file has this key.']]);
  });

  it('underlines true as a text, and a text as true', async () => {
    const quoted = when('"valueKey": "legal_agree", "operator": "equals", "target": "true"');
    const bare = when('"valueKey": "signature", "operator": "equals", "target": true');

    const underlined = await Promise.all([quoted, bare].map((text) => openInEditor(PAGE, text).underlined()));

    expect(underlined).toEqual([
      [['"true"', 'The answer is true or false, without quotes.']],
      [['true', 'The answer is a text, in quotes.']],
    ]);
  });

  it('leaves an order of dates and numbers alone', async () => {
    const targets = ['"2010-01-01"', '{ "today": true, "minus": { "years": 18 } }'];
    const ordered = targets.map((target) =>
      when(`"valueKey": "birth_date", "operator": "lt", "target": ${target}`),
    );

    const underlined = await Promise.all(ordered.map((text) => openInEditor(PAGE, text).underlined()));

    expect(underlined).toEqual([[], []]);
  });

  it('offers of a widget what it understands, and underlines what it does not', async () => {
    const lines = openInEditor(UI, withEntry(`"ui:widget": "textarea", "${CARET}": 1`));
    const line = openInEditor(UI, withEntry(`"${CARET}": 1`));
    const wrong = openInEditor(UI, withEntry('"ui:widget": "textarea", "ui:accept": true'));

    expect(await lines.offered()).toContain('ui:rows');
    expect(await lines.offered()).not.toContain('ui:variant');
    // Without a widget that of the question's type counts.
    expect(await line.offered()).toContain('ui:variant');
    expect(await line.offered()).not.toContain('ui:rows');
    expect(await wrong.underlined()).toEqual([['"ui:accept"', 'The widget does not understand this.']]);
  });

  it('offers of a kind of node what it may have', async () => {
    const none = await openInEditor(UI, withNode(`{ ${CARET} }`)).offered();
    const row = await openInEditor(UI, withNode(`{ "kind": "row", ${CARET} }`)).offered();

    expect(none.toSorted()).toEqual(['kind', 'question']);
    expect(row.toSorted()).toEqual(['children', 'clears', 'hideWhen', 'partners', 'showWhen', 'widths']);
  });

  it('underlines a widget that cannot ask the question', async () => {
    const [[text] = []] = await openInEditor(UI, withEntry('"ui:widget": "checkboxes"')).underlined();

    expect(text).toBe('"checkboxes"');
  });

  it('offers lists and blocks in a new file, which has no names of its own yet', async () => {
    const page = openInEditor(
      'pages/housing.schema.json',
      `{ "properties": { "roommate": { "options": "${CARET}" } } }`,
    );
    const ui = openInEditor(
      'pages/housing.ui.json',
      `{ "ui:layout": [{ "kind": "block", "block": "${CARET}" }] }`,
    );

    expect(await page.offered()).toContain('yes-no');
    expect(await ui.offered()).toContain('address');
  });
});
