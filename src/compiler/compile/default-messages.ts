/**
 * The sentences of questions that bring none of their own (specification 5, "Generic defaults"; those
 * after the blank line are ours). `{path}` is the full label, `{limit}` the value of the keyword, or the label of the question that
 * is compared.
 */
const DEFAULT_MESSAGES: Readonly<Record<string, string>> = {
  required: '{path} is a required field',
  minLength: '{path} must be at least {limit} characters',
  maxLength: '{path} must be at most {limit} characters',
  exactLength: '{path} must be exactly {limit} characters',
  email: '{path} must be a valid email',
  uri: '{path} must be a valid URL',
  uuid: '{path} must be a valid UUID',
  minimum: '{path} must be greater than or equal to {limit}',
  maximum: '{path} must be less than or equal to {limit}',
  positive: '{path} must be a positive number',
  integer: '{path} must be an integer',
  number: '{path} must be a number',
  minItems: '{path} field must have at least {limit} items',
  maxItems: '{path} field must have less than or equal to {limit} items',
  enum: '{path} must be one of the following values',

  exclusiveMinimum: '{path} must be greater than {limit}',
  lessThan: '{path} must be less than {limit}',
  after: '{path} must be after {limit}',
  notBefore: '{path} must not be before {limit}',
  before: '{path} must be before {limit}',
  notAfter: '{path} must not be after {limit}',
  sameAs: '{path} must be the same as {limit}',
  differentFrom: '{path} must be different from {limit}',
  date: '{path} must be a valid date',
  pattern: '{path} is not in the expected form',
  const: '{path} must be {limit}',
  string: '{path} must be a text',
  boolean: '{path} must be yes or no',
  array: '{path} must be a list of choices',
};

/** Fills a default sentence. */
export function defaultMessage(name: string, path: string, limit: unknown = ''): string {
  const sentence = DEFAULT_MESSAGES[name];
  if (sentence === undefined) {
    throw new Error(
      `No default sentence for "${name}"; add one to src/compiler/compile/default-messages.ts.`,
    );
  }
  return sentence.replace('{path}', () => path).replace('{limit}', () => String(limit));
}
