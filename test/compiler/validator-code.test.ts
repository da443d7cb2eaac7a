import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatorCode } from '#compiler/emit/validator-code.ts';
import { toFacts } from '#form/answers/facts.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { messagesByKey, type StandaloneValidator } from '#form/validation/validator-errors.ts';
import { compileSchema } from '#compiler/emit/compile-validators.ts';
import { randomDefinition, randomState } from '#test/form/random-definition.ts';
import { sortedMessages } from '#test/form/wrong-keys.ts';
import { temporaryFolder } from './tiny-form.ts';

let written = 0;

/** The code for a schema, run as it is. */
async function load(schema: object, folder: string): Promise<StandaloneValidator> {
  written += 1;
  const file = path.join(folder, `validator-${written}.mjs`);
  writeFileSync(file, await validatorCode(schema));
  const module: { readonly validate: StandaloneValidator } = await import(pathToFileURL(file).href);
  return module.validate;
}

describe('the code of a validator', () => {
  it('says the same sentences as ajv-errors does', async () => {
    const folder = temporaryFolder();
    const drawn = randomDefinition.chain((random) =>
      fc.tuple(
        fc.constant(random.definition),
        fc.array(randomState(random), { minLength: 20, maxLength: 20 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(drawn, async ([definition, states]) => {
        const schema = toJsonSchema(definition);
        const validate = await load(schema, folder);
        const reference = compileSchema(schema);
        for (const facts of states.map((state) => toFacts(definition, state))) {
          expect(sortedMessages(messagesByKey(validate, facts))).toEqual(
            sortedMessages(messagesByKey(reference, facts)),
          );
        }
      }),
      { numRuns: 10 },
    );
  });

  it('keeps a question that is called title, and leaves the labels out', async () => {
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

  it('holds no errors once everything holds', async () => {
    const validate = await load(
      { required: ['q'], errorMessage: { required: { q: 'q, please' } } },
      temporaryFolder(),
    );

    expect(validate({})).toBe(false);
    expect(validate.errors).toEqual([
      { keyword: 'required', instancePath: '', params: { missingProperty: 'q' }, message: 'q, please' },
    ]);
    expect(validate({ q: 1 })).toBe(true);
    expect(validate.errors).toBeNull();
  });
});
