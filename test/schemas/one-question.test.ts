import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { compileTiny, questionOf, temporaryFolder } from '#test/compiler/tiny-form.ts';

/** The pieces of JSON in the page that follows one question, in its order. */
const page = readFileSync(path.join(PROJECT_ROOT, 'docs/guides/one-question.md'), 'utf8');
const [property, node, entry, question = '', clearing = '', schema = ''] = [
  ...page.matchAll(/```json\n([\s\S]*?)```/g),
].map(([, piece = '']) => piece);

/** Our own questionnaire with the question of the page on its last step. */
function withQuestion(): string {
  const folder = temporaryFolder();
  cpSync(PROJECT_PATHS.schemasFolder, folder, { recursive: true });
  const change = (name: string, edit: (file: Record<string, unknown>) => object): void => {
    const file = path.join(folder, 'pages', name);
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  };
  const needed = '"laptop_needed": { "title": "Laptop", "type": "string", "options": "yes-no" }';
  change('final-steps.schema.json', (file) => ({
    ...file,
    properties: { ...Object(file['properties']), ...JSON.parse(`{${needed}, ${property}}`) },
    required: [...[file['required']].flat(), 'laptop_reason'],
  }));
  change('final-steps.ui.json', (file) => ({
    ...file,
    'ui:layout': [...[file['ui:layout']].flat(), 'laptop_needed', JSON.parse(node ?? '')],
    ...JSON.parse(`{${entry}}`),
  }));
  return folder;
}

it('the page that follows one question shows what is compiled of it', () => {
  const compiled = compileTiny('default', withQuestion());
  const { definition } = compiled;
  const steps = definition.pages.find(({ id }) => id === 'final-steps');

  expect(questionOf(compiled, 'laptop_reason')).toMatchObject(JSON.parse(question));
  expect(steps?.clearing).toContainEqual(JSON.parse(clearing));
  expect(toJsonSchema(definition, steps)).toMatchObject({
    allOf: expect.arrayContaining([JSON.parse(schema)]),
  });
});
