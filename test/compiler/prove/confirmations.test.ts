import { expect, test } from 'vitest';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { tinyFormWith } from '#test/compiler/tiny-form.ts';

/** The tiny form with a section inside a confirmation, conditional on that confirmation. */
async function findingsOf(operator: 'answered' | 'notAnswered') {
  const showWhen = { valueKey: 'more', operator };
  const section = { kind: 'section', id: 'inside', title: 'Inside', showWhen, children: ['crumbs'] };
  const confirm = { kind: 'confirm', id: 'more', trigger: 'button', label: 'Say more', children: [section] };
  const folder = tinyFormWith({
    'pages/pets.schema.json#/properties/crumbs': { title: 'Crumbs' },
    'pages/pets.ui.json#/ui:layout/+99': confirm,
  });
  return (await proveSchemas(folder)).faults.map(({ code, found }) => `${code}: ${found}`);
}

test('contents of a confirmation show only while it is open', async () => {
  expect(await findingsOf('notAnswered')).toEqual(['never-shown: the section "inside", which never shows']);
  expect(await findingsOf('answered')).toEqual([
    'always-shown: the section "inside", which always shows although it has a condition',
  ]);
});
