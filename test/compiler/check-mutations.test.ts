import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assert, asyncProperty, constantFrom, oneof, tuple } from '#test/support/random.ts';
import { getNodePath, getNodeValue, modify, type Node, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { generatedFiles } from '#compiler/emit/generated-files.ts';
import { TINY_FORM, tinyFormWith } from './tiny-form.ts';
import { rounds } from '#test/support/volume.ts';

const files = readdirSync(TINY_FORM, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

/** Every value in every file of the tiny form. */
const places = files.flatMap((name) => {
  const text = readFileSync(path.join(TINY_FORM, name), 'utf8');
  return nodesOf(parseTree(text)).map((node) => ({
    name,
    text,
    at: getNodePath(node),
    value: getNodeValue(node),
  }));
});

function nodesOf(node: Node | undefined): readonly Node[] {
  if (!node) return [];
  const inside = (node.children ?? []).flatMap(nodesOf);
  return node.type === 'property' || node.parent === undefined ? inside : [node, ...inside];
}

/** A value from elsewhere in the form, or one of a wrong type; undefined deletes. */
const replacement = oneof(
  constantFrom(...places).map(({ value }): unknown => value),
  constantFrom(undefined, null, -1, 2.5, true, '', 'nothing', '(', [], [[]], {}, { kind: 'block' }),
);
const change = tuple(constantFrom(...places), replacement);

/** Compiles the form with one changed value; a sound check rejects everything that would throw later. */
async function outcomeOf([{ name, text, at }, value]: Change) {
  const [edit] = modify(text, at, value, {});
  if (!edit) return 'unchanged';
  const changed = text.slice(0, edit.offset) + edit.content + text.slice(edit.offset + edit.length);
  const { partners, faults } = compileSchemas(tinyFormWith({ [name]: changed }));
  if (faults.length > 0) return 'refused';
  await generatedFiles(partners);
  return 'compiled';
}

type Change = readonly [(typeof places)[number], unknown];

describe('the check', () => {
  it('rejects every change that would break the compiler', async () => {
    const property = asyncProperty(change, async (one) => {
      expect(['unchanged', 'refused', 'compiled']).toContain(await outcomeOf(one));
    });

    await expect(assert(property, { numRuns: rounds(10, 100) })).resolves.toBeUndefined();
  });
});
