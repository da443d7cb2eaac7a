import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './schema-paths.ts';

/** The sentences that the specification quotes, which are said as they are there. */
export function quotedSentences(): ReadonlySet<string> {
  const file = path.join(PROJECT_ROOT, 'docs', 'specified.json');
  const { sentences }: { readonly sentences: readonly string[] } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(sentences);
}
