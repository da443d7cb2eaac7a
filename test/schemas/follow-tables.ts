import type { StaffCopy } from './staff-copy.ts';

/** The rows of a table in a guide, each as its cells. */
function rowsOf(guide: string, header: string): readonly (readonly string[])[] {
  const [, table = ''] = guide.split(`| ${header}`);
  const [, , ...lines] = (table.split('\n\n')[0] ?? '').split('\n');
  if (lines.length === 0) throw new Error(`The guide has no table that begins with "${header}".`);
  return lines.map((line) => line.split('|').map((cell) => cell.trim())).map(([, ...cells]) => cells);
}

/** What is written as code in a cell, as far as it is JSON. */
function jsonIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`(["{][^`]*)`/g)].map(([, code = '']) => code);
}

/**
 * Asks a question for each row of the tables in the guide for staff that say how something is written.
 *
 * @returns the keys of these questions
 */
export function followTables(copy: StaffCopy, guide: string): readonly string[] {
  followFormerNames(copy, guide);
  followRetired(copy, guide);
  return [...followKinds(copy, guide), ...followConditions(copy, guide), ...followRelations(copy, guide)];
}

/** "Rename a question": each row says it of the first node of its kind, the last of the first tab. */
function followFormerNames(copy: StaffCopy, guide: string): void {
  for (const [what = '', cell = ''] of rowsOf(guide, 'What was renamed')) {
    const kind = /`(block|addAnother|tabs)`$/.exec(what)?.[1];
    const isMeant = (part: object): boolean =>
      kind === undefined
        ? 'children' in part && !('kind' in part) && 'title' in part
        : Object(part).kind === kind;
    for (const json of jsonIn(cell)) copy.writeInto(isMeant, JSON.parse(`{${json}}`));
  }
}

/** "Remove a question or an option": what may be gone. */
function followRetired(copy: StaffCopy, guide: string): void {
  for (const [, cell = ''] of rowsOf(guide, 'What is gone')) {
    for (const json of jsonIn(cell))
      copy.retire({ ...JSON.parse(`{${json}}`), when: '2026-11-22', answers: 'kept' });
  }
}

/** "How can it be asked?" */
function followKinds(copy: StaffCopy, guide: string): readonly string[] {
  const [dependsOn = ''] = /(?<="dependsOn": )\{\n[\s\S]*?\n {2}\}/.exec(guide) ?? [];
  let above = { property: '', ui: '' };
  return rowsOf(guide, 'What is asked').map(([, schemaCell = '', uiCell = ''], row) => {
    const key = `guide_kind_${row}`;
    const part = `${key}_part`;
    const written = jsonIn(schemaCell).map((json) => json.replace('{…}', dependsOn));
    const drawn = jsonIn(uiCell).map((json) => json.replace(/(?<="ui:parts": \[")\w+/, part));
    const isInTwo = uiCell.includes('ui:parts');
    const properties = schemaCell.startsWith('as ') ? [above.property, ...written] : written;
    const [property = '', ofPart = '"type": "string"'] = isInTwo ? properties : [properties.join(',')];
    const ui = [...(uiCell.startsWith('as ') ? [above.ui] : []), ...drawn].join(',');
    above = { property, ui };
    const lookup = { 'ui:category': 'hs_ceeb', 'ui:fills': { name: key, ceeb: part } };
    const title = `Kind ${row}`;
    copy.ask({ [key]: { title, ...JSON.parse(`{${property}}`) } });
    copy.draw({ [key]: { ...JSON.parse(`{${ui}}`), ...(ui.includes('"school"') ? lookup : {}) } });
    if (isInTwo) copy.askInside({ [part]: { title, ...JSON.parse(`{${ofPart}}`) } });
    return key;
  });
}

/** "Show a question only for some answers": what is left open in a condition are those of the rows before. */
function followConditions(copy: StaffCopy, guide: string): readonly string[] {
  const conditions = rowsOf(guide, 'The condition is true while').flatMap(([, cell = '']) =>
    jsonIn(cell).filter((json) => json.startsWith('{')),
  );
  const [first = '', second = ''] = conditions;
  copy.editUi('pages/final-steps', (file) => {
    file['ui:conditions'] = { ...Object(file['ui:conditions']), isAdult: JSON.parse(first) };
  });
  return conditions.map((condition, row) => {
    const key = `guide_condition_${row}`;
    copy.ask({ [key]: { title: `Condition ${row}` } });
    const showWhen = JSON.parse(condition.replace('…', first).replace('…', second));
    copy.place('pages/final-steps', { question: key, showWhen }, [key]);
    return key;
  });
}

/** "Rules between answers" */
function followRelations(copy: StaffCopy, guide: string): readonly string[] {
  return rowsOf(guide, 'The answer must be').map(([, cell = ''], row) => {
    const [key, other] = [`guide_relation_${row}`, `guide_other_${row}`];
    const [word = ''] = jsonIn(cell);
    copy.ask({
      [other]: { title: `Other ${row}`, format: 'date' },
      [key]: { title: `Relation ${row}`, format: 'date', [JSON.parse(word)]: other },
    });
    return key;
  });
}
