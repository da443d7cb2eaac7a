import { Ajv, type CodeOptions } from 'ajv';
import ajvErrors from 'ajv-errors';
import type { FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { getOrInsert } from '../source/remember.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';

/** Compiles each page of a form as {@link validatorCode} does, but in memory and for this process alone: page id → validator. */
export function compileValidators(definition: FormDefinition): Record<string, StandaloneValidator> {
  return Object.fromEntries(
    definition.pages.map((page) => [page.id, compileSchema(toJsonSchema(definition, page))]),
  );
}

/**
 * Creates the ajv that compiles every validator, with ajv-errors for `errorMessage`.
 *
 * It ignores `format`: `toJsonSchema` writes each as a `pattern` too.
 */
export function createAjv(code: CodeOptions = {}): Ajv {
  return ajvErrors.default(new Ajv({ allErrors: true, strict: false, validateFormats: false, code }));
}

const ajv = createAjv();
const compiled = new Map<string, StandaloneValidator>();

/** Compiles a schema with its messages, once per process: a fifth of the time of a screen test. */
export function compileSchema(schema: object): StandaloneValidator {
  return getOrInsert(compiled, JSON.stringify(schema), () => ajv.compile(schema));
}
