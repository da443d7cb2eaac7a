import { expect, test } from 'vitest';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { tinyFile, tinyFormWith } from '#test/compiler/tiny-form.ts';

/** The tiny form with a section inside a confirmation, conditional on that confirmation. */
async function findingsOf(operator: 'answered' | 'notAnswered') {
  const schema = tinyFile('pages/pets.schema.json');
  const ui = tinyFile('pages/pets.ui.json');
  const section = {
    kind: 'section',
    id: 'inside',
    title: 'Inside',
    showWhen: { valueKey: 'more', operator },
    children: ['crumbs'],
  };
  const confirm = { kind: 'confirm', id: 'more', trigger: 'button', label: 'Say more', children: [section] };
  const files = {
    'pages/pets.schema.json': {
      ...schema,
      properties: { ...schema.properties, crumbs: { title: 'Crumbs' } },
    },
    'pages/pets.ui.json': { ...ui, 'ui:layout': [...ui['ui:layout'], confirm] },
  };
  const texts = Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)] as const);
  return (await proveSchemas(tinyFormWith(new Map(texts)))).faults.map(
    ({ code, found }) => `${code}: ${found}`,
  );
}

test('contents of a confirmation show only while it is open', async () => {
  expect(await findingsOf('notAnswered')).toEqual(['never-shown: the section "inside", which never shows']);
  expect(await findingsOf('answered')).toEqual([
    'always-shown: the section "inside", which always shows although it has a condition',
  ]);
});
