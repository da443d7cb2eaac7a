import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { tinyFile, tinyFormWith } from '#test/compiler/tiny-form.ts';

const HOLES = 7;

/** Pigeonhole principle (W. Cook et al., 1987): unsatisfiable, but too hard for this kind of search. */
function formBeyondTheBudget(): string {
  const options = Array.from({ length: HOLES }, (_, index) => ({
    value: `h${index}`,
    label: `Hole ${index}`,
  }));
  const pigeons = Array.from({ length: HOLES + 1 }, (_, index) => `pigeon_${index}`);
  const together = pigeons.flatMap((one, index) =>
    pigeons.slice(index + 1).flatMap((other) =>
      options.map(({ value: target }) => ({
        all: [one, other].map((valueKey) => ({ valueKey, operator: 'equals', target })),
      })),
    ),
  );
  const housed = pigeons.map((valueKey) => ({ valueKey, operator: 'answered' }));
  const added = Object.fromEntries(
    pigeons.map((key) => [key, { title: `Place of ${key}`, options: 'holes' }]),
  );
  const showWhen = { all: [...housed, { not: { any: together } }] };
  return formWith(options, added, { showWhen, layout: pigeons });
}

/** A list with contradictory bounds and a condition on each of its options. */
function listBeyondTheBudget(): string {
  const options = Array.from({ length: 24 }, (_, index) => ({ value: `h${index}`, label: `Hole ${index}` }));
  const many = {
    title: 'Many',
    type: 'array',
    options: 'holes',
    rules: [
      { schema: { minItems: 12 }, errorMessage: 'More.' },
      { schema: { maxItems: 11 }, errorMessage: 'Fewer.' },
    ],
  };
  const any = options.map(({ value: target }) => ({ valueKey: 'many', operator: 'equals', target }));
  return formWith(options, { many }, { showWhen: { any }, layout: ['many'] });
}

type Added = { readonly showWhen: object; readonly layout: readonly string[] };

/** The tiny form with a list `holes`, more questions, and a conditional section. */
function formWith(options: readonly object[], added: object, { showWhen, layout }: Added): string {
  const { properties } = tinyFile('pages/pets.schema.json');
  const section = { kind: 'section', id: 'housed', title: 'Housed', showWhen, children: ['crumbs'] };
  const nodes = [...tinyFile('pages/pets.ui.json')['ui:layout'], ...layout, section];
  return tinyFormWith({
    'options/holes.json': { $schema: '../meta/options.meta.json', options },
    'pages/pets.schema.json#/properties': { ...properties, ...added, crumbs: { title: 'Crumbs' } },
    'pages/pets.ui.json#/ui:layout': nodes,
  });
}

test('a proof reports the file if it cannot prove the validity of an answer', async () => {
  const { faults } = await proveSchemas(listBeyondTheBudget());
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'not-proved', file: 'pages/pets.schema.json', line: 32 }),
  );
});

test('the check warns with file and line if it cannot prove visibility, and ends with 0', () => {
  const folder = formBeyondTheBudget();
  const run = spawnSync(process.execPath, ['scripts/check.ts', folder], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });

  expect(run.stderr.replaceAll(/:\d+:\d+/g, ':1:1')).toContain(
    `pages/pets.ui.json:1:1 (not-proved, a warning)`,
  );
  expect(run.stderr).toContain('nothing is proved about them');
  expect(run.stdout).toContain(`All files in ${folder} can be used`);
  expect(run.status).toBe(0);
});
