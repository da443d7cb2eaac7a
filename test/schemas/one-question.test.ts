import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { compileTiny, questionOf } from '#test/compiler/tiny-form.ts';
import { StaffCopy } from './staff-copy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The pieces of JSON in the page that follows one question, in its order. */
const page = readFileSync(path.join(PROJECT_ROOT, 'docs/guides/one-question.md'), 'utf8');
const [property, node, entry, question = '', clearing = '', schema = ''] = [
  ...page.matchAll(/```json\n([\s\S]*?)```/g),
].map(([, piece = '']) => piece);

/** Our own questionnaire with the question of the page on its last step. */
function withQuestion(): string {
  const copy = new StaffCopy(temporaryFolder());
  copy.ask({ laptop_needed: { title: 'Laptop', options: 'yes-no' }, ...JSON.parse(`{${property}}`) });
  copy.editSchema('pages/final-steps', (file) => file.required.push('laptop_reason'));
  copy.place('pages/final-steps', JSON.parse(node ?? ''), ['laptop_reason']);
  copy.draw(JSON.parse(`{${entry}}`));
  return copy.folder;
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
