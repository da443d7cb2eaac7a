import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';

type Meta = { readonly properties: { readonly style_word: { readonly enum: readonly string[] } } };

const meta: Meta = JSON.parse(readFileSync(path.join(PROJECT_PATHS.metaFolder, 'partner.meta.json'), 'utf8'));
const tokens = readFileSync('src/client/theme/tokens.css', 'utf8');

it('every word that a partner may choose has a style; the first is what all begin with', () => {
  const styled = [...tokens.matchAll(/\[data-style='([a-z-]+)'\]/g)].map(([, word]) => word);
  expect(styled).toEqual(meta.properties.style_word.enum.slice(1));
});
