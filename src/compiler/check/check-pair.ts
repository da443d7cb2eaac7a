import type { Context } from '../compile/context.ts';
import { keyCure } from '../source/names.ts';
import { listed } from '../source/nearest.ts';
import { checkEntries } from './check-entries.ts';
import { checkFills } from './check-fills.ts';
import { checkLayout } from './check-layout.ts';
import { checkLinks } from './words/check-links.ts';
import { checkProperty } from './check-property.ts';
import { checkNoNotices } from './check-relation.ts';

/** The rules that a schema file and its UI file keep between them. */
export function checkPair(name: string, context: Context): void {
  const { sources, report } = context;
  const pair = sources.pair(name);
  if (!pair) return;
  for (const [key, property] of pair.properties) {
    checkProperty(key, property, context);
    if (name.startsWith('accounts/')) checkNoNotices(property, context);
  }
  for (const item of pair.schema.at('required')?.items() ?? []) {
    const key = item.text() ?? '';
    if (pair.properties.has(key) || pair.elsewhere.has(key)) continue;
    report(item, {
      code: 'unknown-key',
      found: `"${key}" among the required keys`,
      expected: `a key of this file: ${listed(pair.properties.keys())}`,
      cure: keyCure(key, pair.properties, 'Remove it from "required", or add the question.'),
    });
  }
  checkLayout(pair, context);
  checkEntries(pair, context);
  checkFills(pair, context);
  checkLinks(pair, context);
}
