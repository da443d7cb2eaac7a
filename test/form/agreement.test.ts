import { Validator, type Schema } from '@cfworker/json-schema';
import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { messagesByKey, type StandaloneValidator } from '#form/validation/validator-errors.ts';
import { compileSchema, compileValidators } from '#compiler/emit/compile-validators.ts';
import { expectedErrors } from './expected-errors.ts';
import { randomDefinition, randomState } from './random-definition.ts';
import { sortedMessages, wrongKeys } from './wrong-keys.ts';
import { rounds } from '#test/support/volume.ts';

/** Compiling a definition is slow, so each is tested with many answers. */
const STATES_PER_DEFINITION = 50;
const RUNS = rounds(200, 1000);
const DEFINITIONS = Math.ceil(RUNS / STATES_PER_DEFINITION);
const NOW = new Date('2026-11-21T01:00:00Z');

const samples = randomDefinition.chain((definition) =>
  fc.tuple(
    fc.constant(definition.definition),
    fc.array(randomState(definition), { minLength: STATES_PER_DEFINITION, maxLength: STATES_PER_DEFINITION }),
  ),
);

function compile(definition: FormDefinition): {
  readonly whole: StandaloneValidator;
  readonly independent: Validator;
} {
  const schema: Schema = { ...toJsonSchema(definition) };
  return { whole: compileSchema(schema), independent: new Validator(schema, '7', false) };
}

describe(`on ${RUNS} random answers`, () => {
  it('model, compiled validator and independent validator agree', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(samples, ([definition, states]) => {
        const { whole, independent } = compile(definition);
        const pages = compileValidators(definition);
        for (const state of states) {
          const cleared = { ...state, answers: clearHidden(definition, state).answers };
          for (const facts of [toFacts(definition, state), toFacts(definition, cleared)]) {
            const expected = expectedErrors(definition, facts);
            expect(sortedMessages(messagesByKey(whole, facts))).toEqual(expected);
            expect(wrongKeys(independent, facts)).toEqual(Object.keys(expected).toSorted());
            const byPage = Object.values(pages).flatMap((page) => [...messagesByKey(page, facts)]);
            expect(sortedMessages(byPage)).toEqual(expected);
          }
        }
      }),
      { numRuns: DEFINITIONS },
    );
  });

  it(
    'validation reports only visible questions, and every error of the model',
    { timeout: 3_600_000 },
    () => {
      fc.assert(
        fc.property(samples, ([definition, states]) => {
          const validators = compileValidators(definition);
          for (const state of states) {
            const cleared = { ...state, answers: clearHidden(definition, state).answers };
            const visible = new Set(visibleQuestions(definition, cleared).map(({ key }) => key));
            const errors = validateAnswers({ definition, state, validators, now: NOW });
            expect(validateAnswers({ definition, state: cleared, validators, now: NOW })).toEqual(errors);
            expect(Object.keys(errors).filter((key) => !visible.has(key))).toEqual([]);
            const expected = expectedErrors(definition, toFacts(definition, cleared));
            const own = Object.keys(errors).filter(
              (key) => key !== 'month' || expected['year'] === undefined,
            );
            expect(own.toSorted()).toEqual(
              Object.keys(expected)
                .filter((key) => visible.has(key) && (key !== 'month' || expected['year'] === undefined))
                .toSorted(),
            );
          }
        }),
        { numRuns: DEFINITIONS },
      );
    },
  );
});
