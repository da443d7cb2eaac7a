import { customizeValidator } from '@rjsf/validator-ajv8';
import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { toFacts } from '#form/answers/facts.ts';
import { messagesByKey } from '#form/validation/validator-errors.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { randomDefinition, randomState } from '#test/form/random-definition.ts';

const STATES = 20;

/** Question keys that RJSF's own validator finds wrong. */
function rjsfKeys(schema: object, facts: object): readonly string[] {
  const validator = customizeValidator({ ajvOptionsOverrides: { strict: false, validateFormats: false } });
  const { errors = [] } = validator.rawValidation<RawError>({ ...schema }, facts);
  const keys = errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, params }) => instancePath.split('/')[1] ?? params.missingProperty);
  return [...new Set(keys.filter((key) => key !== undefined))].toSorted();
}

type RawError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: { readonly missingProperty?: string };
};

describe("RJSF's own validator", () => {
  it('finds the same errors as the standalone validators', { timeout: 60_000 }, () => {
    const cases = randomDefinition.chain((made) =>
      fc.tuple(
        fc.constant(made.definition),
        fc.array(randomState(made), { minLength: STATES, maxLength: STATES }),
      ),
    );
    fc.assert(
      fc.property(cases, ([definition, states]) => {
        const validators = compileValidators(definition);
        for (const page of definition.pages) {
          const validate = validators[page.id];
          if (!validate) throw new Error(`There is no validator for the page ${page.id}.`);
          const schema = toJsonSchema(definition, page);
          for (const state of states) {
            const facts = toFacts(definition, state);
            const own = [...messagesByKey(validate, facts)].map(([key]) => key).toSorted();
            expect(rjsfKeys(schema, facts)).toEqual(own);
          }
        }
      }),
      { numRuns: 2 },
    );
  });
});
