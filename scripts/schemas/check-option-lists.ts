import type { Context } from './context.ts';

/** No value of a list stands there twice. */
export function checkOptionLists({ sources, report }: Context): void {
  for (const name of sources.namesIn('options')) {
    const seen = new Set<string>();
    for (const option of sources.cursor(`options/${name}.json`)?.at('options')?.items() ?? []) {
      const at = option.at('value');
      const value = at?.text() ?? '';
      if (at && seen.has(value)) {
        report(at, {
          code: 'duplicate-option',
          found: `the value "${value}" a second time`,
          expected: 'every value once in a list',
          cure: 'Remove one of the two, or give it another value.',
        });
      }
      seen.add(value);
    }
  }
}
