import type { Condition, FormDefinition } from '#form/definition/definition.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { addAnother, form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { toyFiles } from './toy-form.ts';

const inWest: Condition = { valueKey: 'side', operator: 'equals', target: 'west' };
export const choosing = form([
  page(
    [
      question('name', { label: 'Name' }),
      question('east_note', { label: 'East Note', visibleWhen: { not: inWest } }),
      question('essay', { label: 'Essay', visibleWhen: inWest }),
      question('paper', { label: 'Paper', widget: 'file', summaryFormat: 'document', visibleWhen: inWest }),
      question('kid_name', { label: 'Kid' }),
      question('kid_2_name', { label: 'Kid 2' }),
    ],
    {
      id: 'one',
      title: 'Page One',
      layout: [
        ...nodes('name'),
        tabs('side', ['east_note'], ['essay', 'paper']),
        addAnother('kids', ['kid_name'], ['kid_2_name']),
      ],
      clearing: [
        { when: inWest, keys: ['east_note'] },
        { when: { not: inWest }, keys: ['essay', 'paper'] },
      ],
    },
  ),
]);
/** A page with two tabs, one with a file, and a repeatable block. */
export function choosingFiles(definition: FormDefinition = choosing): PartnerFiles {
  const toy = toyFiles();
  const { one: validateOne } = compileValidators(definition);
  return {
    ...toy,
    form: async () => definition,
    validator: async (name) => validateOne ?? toy.validator(name),
  };
}
