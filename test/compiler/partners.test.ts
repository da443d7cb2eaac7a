import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { compileTiny, questionOf, tinyFile, tinyFormWith } from './tiny-form.ts';

const tiny = compileTiny();
const other = compileTiny('other');

function clubKeys({ definition }: typeof tiny): readonly string[] {
  return [...questionsOf(definition).keys()].filter((key) => key.includes('club'));
}

function clubRow({ definition }: typeof tiny) {
  const nodes = definition.pages.flatMap(({ layout }) => allNodes(layout));
  return nodes.findLast((node) => node.kind === 'row' && node.widths);
}

describe('a layout node with "partners"', () => {
  it('applies to these partners only, including widget parts', () => {
    expect(clubKeys(tiny)).toEqual(['my_club', 'my_club_motto']);
    expect(clubKeys(other)).toEqual([
      'my_club',
      'my_club_number',
      'my_club_month',
      'my_club_since',
      'my_club_motto',
    ]);
  });

  it('leaves no node, ID or width behind for others', () => {
    const ids = tiny.definition.pages
      .flatMap(({ layout }) => allNodes(layout))
      .map((node) => 'id' in node && node.id);

    expect(ids).toContain('my_club_words');
    expect(ids).not.toContain('my_club_numbers');
    expect(clubRow(tiny)).toMatchObject({ widths: [6, 2], children: [{ key: 'my_club' }, { kind: 'text' }] });
    expect(clubRow(other)).toMatchObject({
      widths: [6, 4],
      children: [{ key: 'my_club' }, { kind: 'section' }],
    });
  });

  it('keeps its conditions, clearing and requirements', () => {
    const clearing = ({ definition }: typeof tiny) =>
      definition.pages.flatMap((page) => page.clearing).filter(({ keys }) => keys.includes('my_club_motto'));

    expect(clearing(tiny).map(({ keys }) => keys)).toEqual([['my_club_motto']]);
    expect(clearing(other).map(({ keys }) => keys)).toEqual([['my_club_motto', 'my_club_number']]);
    expect(questionOf(other, 'my_club_number')).toMatchObject({ label: 'My Number', required: true });
    expect(JSON.stringify(tiny.definition)).not.toContain('club_number');
    expect(JSON.stringify(toJsonSchema(tiny.definition))).not.toContain('club_number');
  });

  it('is reported by partner if only one form has a fault', () => {
    const text = JSON.stringify(tinyFile('pages/pets.ui.json'));
    const edited = text.replace('"valueKey":"home"', '"valueKey":"code_tiny"');
    const { faults } = compileSchemas(tinyFormWith({ 'pages/pets.ui.json': edited }));

    expect(faults.map(({ code, found }) => `${code} ${found}`)).toContain(
      'unknown-condition-key a condition on "code_tiny", which is not a question, a tab group or a confirmation (in the form of "other")',
    );
  });

  it('can be part of the greeting', () => {
    const folder = tinyFormWith({ 'form.json#/greetingName': ['my_club_number', 'name'] });

    expect(compileSchemas(folder).faults).toEqual([]);
    expect(compileTiny('default', folder).definition.greetingName).toEqual(['name']);
    expect(compileTiny('other', folder).definition.greetingName).toEqual(['my_club_number', 'name']);
  });
});
