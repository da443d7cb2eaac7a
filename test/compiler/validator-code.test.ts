import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { validatorCode } from '#compiler/emit/validator-code.ts';
import { messagesByKey, type StandaloneValidator } from '#form/validation/validator-errors.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let written = 0;

/** Runs the generated code of a schema. */
async function load(schema: object, folder: string): Promise<StandaloneValidator> {
  written += 1;
  const file = path.join(folder, `validator-${written}.mjs`);
  writeFileSync(file, await validatorCode(schema));
  const module: { readonly validate: StandaloneValidator } = await import(pathToFileURL(file).href);
  return module.validate;
}

describe('validator code', () => {
  it('keeps a question named title, and drops the labels', async () => {
    const message = 'Please give a title.';
    const schema = {
      type: 'object',
      properties: {
        title: { title: 'A Label', type: 'string', maxLength: 3, errorMessage: { maxLength: message } },
      },
    };
    const validate = await load(schema, temporaryFolder());

    expect(messagesByKey(validate, { title: 'Ms' })).toEqual(new Map());
    expect(messagesByKey(validate, { title: 'Professor' })).toEqual(new Map([['title', [message]]]));
    expect(await validatorCode(schema)).not.toContain('A Label');
  });

  it('reports each errorMessage through ajv-errors, and no errors for valid answers', async () => {
    const validate = await load(
      { required: ['q'], errorMessage: { required: { q: 'q, please' } } },
      temporaryFolder(),
    );

    expect(validate({})).toBe(false);
    expect(validate.errors).toMatchObject([
      { keyword: 'errorMessage', message: 'q, please', params: { errors: [{ keyword: 'required' }] } },
    ]);
    expect(messagesByKey(validate, {})).toEqual(new Map([['q', ['q, please']]]));
    expect(validate({ q: 1 })).toBe(true);
    expect(validate.errors).toBeNull();
  });
});
