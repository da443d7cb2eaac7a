import type { ErrorObject } from 'ajv';
import type { Finding } from '../source/fault.ts';
import { quoteNames, nearestCure, nearest } from '../source/nearest.ts';
import { equivalentOf } from './keyword-equivalents.ts';

/** A finding, and the member or list index it is about, unless it is about the whole value. */
export type MetaFault = { readonly finding: Finding; readonly member?: string };

/** Explains a meta-schema error; undefined if another error or rule explains it better. */
export function metaFault(error: ErrorObject): MetaFault | undefined {
  if (isReportedElsewhere(error)) return undefined;
  const param = (name: string): unknown => error.params[name];
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownMember(
        String(param('additionalProperty')),
        Object.keys(error.parentSchema?.['properties'] ?? {}),
        error,
      );
    case 'propertyNames':
      return unknownMember(String(param('propertyName')), allowedNames(error), error);
    case 'required':
      // A target under another name is reported there.
      if (param('missingProperty') === 'target' && 'targetKey' in Object(error.data)) return undefined;
      return missingMember(String(param('missingProperty')), error);
    case 'uniqueItems':
      return repeatedItem(error);
    default:
      return { finding: plainFinding(error) };
  }
}

/** Whether a missing member is a misspelled one, which is reported at its name. */
export function isMistyped(missing: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (missing.keyword !== 'required') return false;
  const wanted = String(missing.params['missingProperty']);
  return errors.some(({ instancePath, params }) => {
    const unknown: unknown = params['additionalProperty'] ?? params['propertyName'];
    return instancePath === missing.instancePath && nearest(String(unknown), [wanted]) !== undefined;
  });
}

function isReportedElsewhere({ keyword, schemaPath, parentSchema, propertyName }: ErrorObject): boolean {
  if (keyword === 'if' || propertyName !== undefined) return true;
  if (schemaPath.includes('/definitions/entry/')) return true;
  return String(parentSchema?.['$comment']).startsWith('Reported by the rule');
}

function allowedNames({ parentSchema }: ErrorObject): readonly string[] {
  const names: unknown = parentSchema?.['propertyNames']?.enum;
  const allowed = Array.isArray(names) ? names : Object.keys(parentSchema?.['properties'] ?? {});
  return allowed.map(String);
}

const OTHER_MEMBER = 'Remove it, or look the name up in docs/schema-language.md.';

function unknownMember(name: string, allowed: readonly string[], { data }: ErrorObject): MetaFault {
  const finding = { code: 'meta', found: `"${name}"`, expected: `one of ${quoteNames(allowed)}` } as const;
  const shows = allowed.find((one) => one === 'showWhen' || one === 'when');
  if (shows !== undefined && /^(?:show|visible)When$/.test(name)) {
    return { member: name, finding: { ...finding, cure: `Write "${shows}".` } };
  }
  const cure = nearestCure(name, allowed, OTHER_MEMBER);
  return { member: name, finding: { ...finding, cure, ...equivalentOf(name, Object(data)[name]) } };
}

function missingMember(name: string, { parentSchema }: ErrorObject): MetaFault {
  const description: unknown = parentSchema?.['properties']?.[name]?.description;
  return {
    finding: {
      code: 'meta',
      found: `an entry without "${name}"`,
      expected: `the member "${name}"${typeof description === 'string' ? `: ${description}` : ''}`,
      cure: `Add "${name}" inside these braces.`,
    },
  };
}

/** Reports the second of two equal list items. */
function repeatedItem(error: ErrorObject): MetaFault {
  const member = String(Math.max(Number(error.params['i']), Number(error.params['j'])));
  const item: unknown = Object(error.data)[member];
  const list = error.instancePath.split('/').at(-1) ?? '';
  const found = `${JSON.stringify(item)} a second time in "${list.replaceAll('~1', '/')}"`;
  const expected = 'each entry once';
  return { member, finding: { code: 'meta', found, expected, cure: 'Remove one of the two.' } };
}

/** Keyword → expectation and fix. */
const PLAIN: Readonly<Record<string, (limit: unknown) => readonly [expected: string, cure: string]>> = {
  type: (type) => [typeNames(type), 'Replace the value.'],
  enum: (values) => [`one of ${quoteNames(texts(values))}`, 'Replace the value.'],
  const: (value) => [JSON.stringify(value), 'Write it as expected.'],
  minLength: () => ['a text that is not empty', 'Write the text, or remove the entry.'],
  minimum: (limit) => [`at least ${String(limit)}`, 'Raise the number.'],
  exclusiveMinimum: (limit) => [`more than ${String(limit)}`, 'Raise the number.'],
  maximum: (limit) => [`at most ${String(limit)}`, 'Lower the number.'],
  minItems: (limit) => [`a list of at least ${String(limit)}`, 'Add what is missing, or remove the entry.'],
  minProperties: (limit) => [`at least ${String(limit)} members`, 'Add what is missing.'],
  maxProperties: (limit) => [`at most ${String(limit)} member(s)`, 'Keep one of them.'],
};

function plainFinding(error: ErrorObject): Finding {
  const [expected, cure] =
    error.keyword === 'pattern'
      ? patternFinding(error)
      : (PLAIN[error.keyword]?.(error.schema) ?? [error.message ?? 'another value', 'Replace the value.']);
  const values = texts(error.schema);
  const given: unknown = error.data;
  const meant =
    error.keyword === 'enum' && typeof given === 'string' ? nearestCure(given, values, cure) : cure;
  const name = error.instancePath.split('/').at(-1) ?? '';
  const equivalent = name === 'type' || name === 'options' ? equivalentOf(name, given) : undefined;
  return { code: 'meta', found: foundText(error), expected, cure: meant, ...equivalent };
}

/** Expectation of a pattern: its schema's description, else the pattern itself. */
function patternFinding({ schema, parentSchema }: ErrorObject): readonly [expected: string, cure: string] {
  const description: unknown = parentSchema?.['description'];
  return [
    typeof description === 'string' ? description : `a text that matches ${String(schema)}`,
    'Replace the text.',
  ];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list [ ]',
  object: 'an entry in braces { }',
};

function typeNames(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.map((one) => TYPE_NAMES[String(one)] ?? String(one)).join(' or ');
}

/** Quotes the value, with its name if it is a member: `"direction": "back"`. */
function foundText({ data, instancePath }: ErrorObject): string {
  const text = JSON.stringify(data);
  const short = text.length > 60 ? `${text.slice(0, 60)} …` : text;
  const name = instancePath.split('/').at(-1) ?? '';
  return name === '' || /^\d+$/.test(name) ? short : `"${name.replaceAll('~1', '/')}": ${short}`;
}
