import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { TINY_FORM, tinyFormWith } from './tiny-form.ts';

const QUESTIONS = 'pages/you.schema.json';

/** The cures for the tiny form with further members behind a piece of a file. */
function curesBehind(piece: string, members: string): string {
  const text = readFileSync(path.join(TINY_FORM, QUESTIONS), 'utf8');
  const folder = tinyFormWith(new Map([[QUESTIONS, text.replace(piece, () => `${piece}, ${members}`)]]));
  return compileSchemas(folder)
    .faults.map(({ cure }) => cure)
    .join('\n');
}

it.each([
  ['"enum": ["Ann", "Bob"]', 'Write the values with their labels into options/<list>.json'],
  ['"oneOf": [{ "const": "a", "title": "Ann" }]', 'into options/<list>.json'],
  ['"type": "array", "items": { "type": "string", "enum": ["a"] }', 'into options/<list>.json'],
  ['"type": "array", "items": { "type": "object", "properties": {} }', '"kind": "addAnother"'],
  ['"type": "object", "properties": {}', '"kind": "block"'],
  ['"definitions": {}', '"kind": "block"'],
  ['"oneOf": [{ "required": ["home"] }]', '"kind": "tabs"'],
  ['"allOf": []', '"showWhen"'],
  ['"if": {}, "then": {}', '"requiredWhen"'],
  ['"default": "Ann"', 'To suggest an answer, say so in "ui:help"'],
])('%s of JSON Schema is answered with its equivalent, in a question and in a file', (json, cure) => {
  expect(curesBehind('"title": "Name"', json)).toContain(cure);
  if (!json.startsWith('"type"')) expect(curesBehind('"type": "object"', json)).toContain(cure);
});
