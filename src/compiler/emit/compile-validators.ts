import { Ajv, type CodeOptions } from 'ajv';
import ajvErrors from 'ajv-errors';
import type { FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { getOrInsert } from '../source/memoize.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';

/** Compiles the validators of a form in memory, by page ID; see {@link validatorCode}. */
export function compileValidators(definition: FormDefinition): Record<string, StandaloneValidator> {
  return Object.fromEntries(
    definition.pages.map((page) => [page.id, compileSchema(toJsonSchema(definition, page))]),
  );
}

/** Decimals of a quotient that count: 1250.55 / 0.01 is 125054.99999999999. */
const multipleOfPrecision = 5;

/**
 * Creates the ajv instance for all validators, with ajv-errors for `errorMessage`.
 *
 * It ignores `format`: `toJsonSchema` also writes each as a `pattern`.
 */
export function createAjv(code: CodeOptions = {}): Ajv {
  return ajvErrors.default(
    new Ajv({ allErrors: true, strict: false, validateFormats: false, multipleOfPrecision, code }),
  );
}

const ajv = createAjv();
const compiled = new Map<string, StandaloneValidator>();

/** Compiles a schema with its messages, cached per process: saves a fifth of a UI test's time. */
export function compileSchema(schema: object): StandaloneValidator {
  return getOrInsert(compiled, JSON.stringify(schema), () => ajv.compile(schema));
}
