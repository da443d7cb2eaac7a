import { isRecord } from '#form/definition/own-property.ts';
import type { Finding } from '../source/fault.ts';

/** What belongs in place of a name, and how to write it. */
type Equivalent = Pick<Finding, 'expected' | 'cure'>;

const IN_LAYOUT: Equivalent = {
  expected: 'what a question shows for in "ui:layout" of the .ui.json',
  cure: 'Write it there, in place of the key: { "question": "<key>", "showWhen": … }.',
};
const LIST: Equivalent = {
  expected: 'the choices of a question in a list of their own, a file in schemas/options',
  cure: 'Write the values with their labels into options/<list>.json, and "options": "<list>" into the question.',
};
const REPEATED: Equivalent = {
  expected: 'a group of questions that is asked several times in a block of its own',
  cure: 'Write its questions into blocks/<block>.schema.json and .ui.json, and { "kind": "addAnother", "block": "<block>", … } into "ui:layout" of the .ui.json.',
};
const BLOCK: Equivalent = {
  expected: 'a group of questions that is used several times in a block, and each question under its own key',
  cure: 'Write its questions into blocks/<block>.schema.json and .ui.json, and { "kind": "block", "block": "<block>", "prefix": "…" } into "ui:layout" of the .ui.json.',
};
const ALTERNATIVES: Equivalent = {
  expected: 'one of several groups of questions in "ui:layout" of the .ui.json',
  cure: 'Write { "kind": "tabs", … } there if the student chooses the group, or { "kind": "switch", … } if another answer decides.',
};
const CONDITION: Equivalent = {
  expected: 'a condition where it has its effect',
  cure: 'Write "showWhen" into "ui:layout" of the .ui.json to show a question for some answers, "requiredWhen" into the question to require it, or "rules" with a "when" to limit its answer.',
};
const COUNT: Equivalent = {
  expected: 'how many options can be chosen',
  cure: 'Write "minItems" or "maxItems".',
};
const DOCUMENT: Equivalent = {
  expected: 'a document that the student attaches: "type": "string", "const": "ANSWERED"',
  cure: 'Write these here, and "ui:widget": "file" for the question into the .ui.json.',
};
const ALWAYS_SO: Equivalent = {
  expected:
    'no such word: no option is chosen twice, and only answers to the questions of the form are stored',
  cure: 'Remove it.',
};
const OPTIONAL: Equivalent = {
  expected: 'one type; any question that is not in "required" can be left empty',
  cure: 'Write the type as a text, such as "string".',
};
const NO_PRESET: Equivalent = {
  expected: 'no answer in advance: only what a student gives is an answer',
  cure: 'Remove it. To suggest an answer, say so in "ui:help" of the .ui.json.',
};

/** What people write in the wrong place, and keywords of JSON Schema that have another name here. */
const EQUIVALENTS: Readonly<Record<string, Equivalent>> = {
  ...namedAlike(['required', 'minProperties'], {
    expected: 'what must be answered in the list "required" of the file',
    cure: 'Write the key of the question there, or a "requiredWhen" into the question.',
  }),
  ...namedAlike(['showWhen', 'hideWhen', 'visibleWhen'], IN_LAYOUT),
  ...namedAlike(['enum', 'enumNames', 'items', 'contains', 'oneOf', 'anyOf'], LIST),
  ...namedAlike(['minContains', 'maxContains'], COUNT),
  ...namedAlike(['properties', 'definitions', '$defs', '$ref', 'prefixItems'], BLOCK),
  patternProperties: REPEATED,
  ...namedAlike(['if', 'then', 'else', 'allOf', 'not'], CONDITION),
  ...namedAlike(['dependencies', 'dependentRequired', 'dependentSchemas'], CONDITION),
  ...namedAlike(['uniqueItems', 'additionalItems', 'unevaluatedItems', 'maxProperties'], ALWAYS_SO),
  ...namedAlike(['additionalProperties', 'unevaluatedProperties', 'propertyNames'], ALWAYS_SO),
  ...namedAlike(['contentMediaType', 'contentEncoding', 'contentSchema'], DOCUMENT),
  default: NO_PRESET,
  examples: {
    expected: 'examples in the hint of the question',
    cure: 'Write them into "ui:help" of the .ui.json.',
  },
  ...namedAlike(['readOnly', 'writeOnly'], {
    expected: 'only questions that students answer; what they only read is in "ui:layout" of the .ui.json',
    cure: 'Write { "kind": "text", "paragraphs": ["…"] } there.',
  }),
  deprecated: {
    expected: 'only questions that are still part of the form',
    cure: 'Remove the question, and say in retired.json that it is gone.',
  },
  $id: { expected: 'no name: a file is known by its path', cure: 'Remove it.' },
  $comment: { expected: 'a note for people under another name', cure: 'Write "description".' },
  targetKey: {
    expected: 'another answer inside the "target"',
    cure: 'Write "target": { "key": "<key>" }.',
  },
};

function namedAlike(names: readonly string[], equivalent: Equivalent): Readonly<Record<string, Equivalent>> {
  return Object.fromEntries(names.map((name) => [name, equivalent]));
}

/** Names what to write for a member that is wrong here; undefined for one that has no equivalent. */
export function equivalentOf(name: string, value: unknown): Equivalent | undefined {
  if (name === 'items' && isRecord(value) && (value['type'] === 'object' || 'properties' in value))
    return REPEATED;
  if ((name === 'oneOf' || name === 'anyOf') && !(Array.isArray(value) && value.every(isChoice)))
    return ALTERNATIVES;
  if (name === 'type' && value === 'object') return BLOCK;
  if (name === 'options' && Array.isArray(value)) return LIST;
  if (name === 'type' && Array.isArray(value)) return OPTIONAL;
  return Object.hasOwn(EQUIVALENTS, name) ? EQUIVALENTS[name] : undefined;
}

function isChoice(one: unknown): boolean {
  return isRecord(one) && ('const' in one || 'enum' in one);
}
