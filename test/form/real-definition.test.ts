import { Validator } from '@cfworker/json-schema';
import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { messagesByKey } from '#form/validation/validator-errors.ts';
import { expectedErrors } from './expected-errors.ts';
import { realDefinition, realSchema, realState, realValidators } from './real-definition.ts';
import { sortedMessages, wrongKeys } from './wrong-keys.ts';
import { rounds } from '#test/support/volume.ts';

const RUNS = rounds(100, 1000);
const LONG = { timeout: 3_600_000 };

const definition = realDefinition();
const validators = await realValidators(definition);
const states = realState(definition);

describe(`the real form, on ${RUNS} random answers`, () => {
  it('has the same errors in model, built validators and independent validator', LONG, () => {
    const independent = new Validator(realSchema(), '7', false);
    fc.assert(
      fc.property(states, (state) => {
        const cleared = { ...state, answers: clearHidden(definition, state).answers };
        for (const facts of [toFacts(definition, state), toFacts(definition, cleared)]) {
          const expected = expectedErrors(definition, facts);
          const found = Object.values(validators).flatMap((validator) => [
            ...messagesByKey(validator, facts),
          ]);
          expect(sortedMessages(found)).toEqual(expected);
          expect(wrongKeys(independent, facts)).toEqual(Object.keys(expected).toSorted());
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the real form', () => {
  it('is built from the definition next to it', () => {
    expect(realSchema()).toMatchObject(toJsonSchema(definition));
  });
});
