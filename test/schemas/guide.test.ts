import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { answerTypes } from '#compiler/emit/answer-types.ts';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { explainVisibility } from '#compiler/why/explain-visibility.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { changesReport } from '#scripts/changes/changes-report.ts';
import { FAULTY_FORMS } from '#test/compiler/faulty-forms.ts';
import { questionOf } from '#test/compiler/tiny-form.ts';
import { followTables } from './follow-tables.ts';
import { type GuidePart, GUIDE_PARTS } from './guide-parts.ts';
import { StaffCopy, writeGuideForm } from './staff-copy.ts';
import { suiteFolder, temporaryFolder } from '#test/support/temporary-folder.ts';

const GUIDES = ['schemas/README.md', 'docs/guides/add-a-partner.md'];

/** The text of a guide, for a partner of the name that it leaves open. */
function read(guide: string): string {
  return readFileSync(path.join(PROJECT_ROOT, guide), 'utf8').replaceAll('<name>', 'aspen');
}

/** What a guide says to do: each numbered step by its first line, each piece of JSON, in the order of the guide. */
function instructionsOf(guide: string): readonly string[] {
  const found = read(guide).matchAll(/^ *```jsonc?\n([\s\S]*?)```|^ *(\d+\. .*)$/gm);
  return [...found].map(([, piece, step = '']) => piece ?? step);
}

function partsOf(instruction: string): readonly GuidePart[] {
  return GUIDE_PARTS.filter(({ begins }) => instruction.includes(begins));
}

/** Without the lines, which change with every edit. */
function withoutPlaces(text: string): string {
  return text.trim().replaceAll(/ \(pages[^)]*\)/g, '');
}

describe('the guides for staff', () => {
  const instructions = GUIDES.flatMap(instructionsOf);
  const folder = suiteFolder();
  let proven: CompiledSchemas = { partners: new Map(), faults: [] };
  let tableKeys: readonly string[] = [];
  const formOf = (partner: string): CompiledPartner => {
    const compiled = proven.partners.get(partner);
    if (!compiled) throw new Error(`Nothing was compiled for "${partner}": ${JSON.stringify(proven.faults)}`);
    return compiled;
  };

  beforeAll(async () => {
    const copy = new StaffCopy(folder);
    for (const instruction of instructions) {
      for (const { follow } of partsOf(instruction)) follow?.(copy, instruction);
    }
    tableKeys = followTables(copy, read('schemas/README.md'));
    proven = await proveSchemas(folder);
  });

  it('hold no step and no piece of JSON that is not followed here', () => {
    expect(instructions.filter((instruction) => partsOf(instruction).length !== 1)).toEqual([]);
    const followed = instructions.flatMap(partsOf);
    expect(GUIDE_PARTS.filter((part) => followed.filter((each) => each === part).length !== 1)).toEqual([]);
  });

  it('lead to files without a fault', () => {
    expect(proven.faults).toEqual([]);
  });

  it.each(GUIDE_PARTS.filter(({ asks }) => asks))('ask what is written: $begins', ({ asks = {} }) => {
    for (const [key, question] of Object.entries(asks)) {
      expect(questionOf(formOf('default'), key)).toMatchObject(question);
    }
  });

  it('lead to types of the answers, also to those on a new page', () => {
    expect(answerTypes(proven.partners)).toMatch(
      /export type HousingPage = \{[^}]*readonly housing_plan: YesNoOption;/,
    );
  });

  it('ask a question for each row of their tables', () => {
    for (const key of tableKeys) expect(questionOf(formOf('default'), key)).toMatchObject({ key });
  });

  it('keep an answer when its question moves to another page', () => {
    const { definition } = formOf('default');
    const answers = { laptop_needed: 'Y', laptop_needed_desc: 'Yes', laptop_reason: 'Mine is broken.' };

    expect(questionOf(formOf('default'), 'laptop_reason').page).toBe('education');
    // The first row of the table of conditions names the question from the page where it was.
    expect(questionOf(formOf('default'), 'guide_condition_0')).toMatchObject({
      page: 'final-steps',
      visibleWhen: { valueKey: 'laptop_needed', operator: 'equals', target: 'Y' },
    });
    expect(clearHidden(definition, { answers, tabs: {}, counts: {} }).answers).toEqual(answers);
  });

  it('let answers move along when a question is renamed or removed', () => {
    const { moves } = formOf('default').definition;

    expect(moves).toMatchObject({
      keys: { roommate: 'shared_room' },
      values: { roommate: { Yes: 'Y', No: 'N' } },
      retired: { fax_number: 'kept', summer_city: 'kept', job_10_since: 'kept' },
      retiredGroups: { more_jobs: 'kept' },
    });
  });

  it('offer a choice under its other names', () => {
    const { majors } = formOf('default').definition.options;

    expect(majors).toContainEqual(
      expect.objectContaining({ value: '51.1102', group: 'Health', aliases: ['Doctor', 'Medicine'] }),
    );
  });

  it('ask a question at one university only', () => {
    expect(questionOf(formOf('cottonwood'), 'leaders_outdoor')).toMatchObject({ page: 'final-steps' });
    expect(() => questionOf(formOf('default'), 'leaders_outdoor')).toThrow('does not ask');
  });

  it('add a university with a logo, a style, words and a question of its own', () => {
    expect(formOf('aspen').settings).toMatchObject({
      style_word: 'modern',
      logo: { src: expect.stringMatching(/^\/assets\/logo-\w+\.svg$/) },
      banner: expect.anything(),
      texts: { 'Welcome back!': 'Good to see you again!' },
    });
    expect(questionOf(formOf('aspen'), 'aspen_only')).toMatchObject({ label: 'Aspen' });
    expect(() => questionOf(formOf('default'), 'aspen_only')).toThrow('does not ask');
  });

  it('quote why a question is asked', async () => {
    const [, quoted = ''] =
      /```\n(Use of the Laptop is asked[\s\S]*?)```/.exec(read('schemas/README.md')) ?? [];
    const form = formOf('default');
    const found = explainVisibility('laptop_reason', form, { partners: proven.partners, now: new Date() });

    expect(withoutPlaces(found?.summary.join(' ') ?? '')).toBe(withoutPlaces(quoted));
  });

  it('quote what a change does', async () => {
    const [, quoted = ''] =
      /```\n(### Final Steps › Laptop[\s\S]*?)```/.exec(read('schemas/README.md')) ?? [];
    const lines = [...quoted.matchAll(/^- .*$/gm)].map(([line]) => line);
    const before = compileSchemas(writeGuideForm(temporaryFolder())).partners;
    const { markdown } = changesReport(before, proven.partners, undefined);
    // Further on the guide moves one of the questions into a section that was there before.
    const found = markdown
      .replaceAll('is new: it is', 'is')
      .replaceAll('of everybody, and required', 'of everybody and required');

    expect(lines).toHaveLength(2);
    for (const line of lines) expect(found).toContain(line);
  });

  it('quote what the check says', () => {
    const [, quoted = ''] = /```\n(schemas\/pages\/[\s\S]*?)```/.exec(read('schemas/README.md')) ?? [];
    const said = ['never-shown', 'stuck'].map((rule) => FAULTY_FORMS[rule]?.expected ?? '');
    const pieces = quoted.split(/[\n…]/).map((piece) => piece.trim());

    expect(pieces.length).toBeGreaterThan(9);
    expect(pieces.filter((piece) => !said.join('\n').includes(piece))).toEqual([]);
  });

  it('name only commands and rules of the check that there are', () => {
    const { scripts }: { scripts: object } = JSON.parse(
      readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
    );
    const text = GUIDES.map(read).join('\n');
    const commands = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, command = '']) => command);
    const [, table = ''] = text.split('| The check says');
    const codes = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code = '']) => code);

    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !(code in FAULTY_FORMS))).toEqual([]);
  });
});
