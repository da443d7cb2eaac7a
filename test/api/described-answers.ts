import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { loadApiCalls } from '#server/http/api-schemas.ts';

const schemas = loadApiCalls(path.resolve(import.meta.dirname, '../../schemas/api'));
const ajv = new Ajv({ allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/** Fails unless a response matches `schemas/api` exactly. */
export function expectDescribed(callWithQuery: string, answer: unknown): void {
  const call = withParameters(callWithQuery.split('?')[0] ?? '');
  const validate = compiled.get(call) ?? ajv.compile(answerSchema(schemas.get(call)?.response));
  compiled.set(call, validate);
  if (!validate(answer)) throw new Error(`${call} answers ${ajv.errorsText(validate.errors)}.`);
}

function answerSchema(response: unknown): object {
  const schema: unknown =
    typeof response === 'object' && response !== null ? Reflect.get(response, 200) : undefined;
  return typeof schema === 'object' && schema !== null ? schema : {};
}

/** The documented path, such as `/api/document-answer/{answer_key}`. */
function withParameters(call: string): string {
  return call
    .replace(/(\/document-answer\/)[^/]+$/, '$1{answer_key}')
    .replace(/(\/(?:sessions|passkeys)\/)[^/]+$/, '$1{id}');
}
