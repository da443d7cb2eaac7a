/** Errors of standalone validators, as written by ajv and rewritten by ajv-errors. */
import { memberOf } from '../definition/own-property.ts';

type ValidatorError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: unknown;
};

/** A compiled validator: returns whether a document is valid, and stores the errors of the last call. */
export type StandaloneValidator = ((data: unknown) => boolean) & {
  errors?: readonly ValidatorError[] | null | undefined;
};

type Messages = ReadonlyMap<string, readonly string[]>;

/**
 * Runs a validator on facts and collects distinct messages by question key.
 *
 * Ignores errors of `if`, which only repeat those of `then`.
 *
 * @throws Error if an error belongs to no question: the validator was not compiled by `toJsonSchema`
 */
export function messagesByKey(validator: StandaloneValidator, facts: unknown): Messages {
  const messages = new Map<string, readonly string[]>();
  if (validator(facts)) return messages;
  for (const error of validator.errors ?? []) {
    if (error.keyword === 'if') continue;
    const key = keyOf(error);
    const known = messages.get(key) ?? [];
    const message = error.message ?? key;
    if (!known.includes(message)) messages.set(key, [...known, message]);
  }
  return messages;
}

function keyOf(error: ValidatorError): string {
  const key = error.instancePath === '' ? missingProperty(error) : error.instancePath.split('/')[1];
  if (key !== undefined) return key.replaceAll('~1', '/').replaceAll('~0', '~');
  throw new Error(
    `A validator reports "${error.message ?? error.keyword}" for no question. Generate the validators again from the definition.`,
  );
}

/** A missing answer is reported at the root; ajv-errors keeps its key in the replaced error. */
function missingProperty(error: ValidatorError): string | undefined {
  const replaced = memberOf(error.params, 'errors');
  const params = Array.isArray(replaced) ? memberOf(replaced[0], 'params') : error.params;
  const key = memberOf(params, 'missingProperty');
  return typeof key === 'string' ? key : undefined;
}
