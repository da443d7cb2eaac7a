import { Ajv } from 'ajv';
import ajvErrors from 'ajv-errors';
import type { FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';

/** Compiles each page of a toy form as the build does, but in memory: page id → validator. */
export function compileValidators(definition: FormDefinition): Record<string, StandaloneValidator> {
  return Object.fromEntries(
    definition.pages.map((page) => [page.id, compileSchema(toJsonSchema(definition, page))]),
  );
}

/** One compiled schema, with the sentences of `errorMessage`. Formats are left to their patterns. */
export function compileSchema(schema: object): StandaloneValidator {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  return ajvErrors(ajv).compile(schema);
}
