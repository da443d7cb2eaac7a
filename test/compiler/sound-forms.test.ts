import { expect, it } from 'vitest';
import { requireSoundForms } from '#compiler/check/sound-forms.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { BadConfigError } from '#form/definition/bad-config.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { TINY_FORM } from './tiny-form.ts';

it.each([
  ['questionnaire', PROJECT_PATHS.schemasFolder],
  ['tiny form', TINY_FORM],
])('the %s is right in itself for each partner', (_, folder) => {
  const warnings: string[] = [];
  requireSoundForms(compileSchemas(folder).partners, (sentence) => warnings.push(sentence));

  expect(warnings).toEqual([]);
});

it('a form that is wrong is refused, and what it lacks is reported, with the partner', () => {
  const warnings: string[] = [];
  const definition = form([
    page([question('name')]),
    page([question('name')], { id: 'second' }),
    page([], { id: 'third' }),
  ]);
  const check = () =>
    requireSoundForms(new Map([['other', { definition }]]), (sentence) => warnings.push(sentence));

  expect(check).toThrow(
    new BadConfigError([
      'In the form of "other": The question "name" is on several pages: "first", "second".',
    ]),
  );
  expect(warnings).toEqual(['In the form of "other": The page "third" asks nothing.']);
});
