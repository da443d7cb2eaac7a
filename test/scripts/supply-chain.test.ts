import { describe, expect, it } from 'vitest';
import { evaluateAdvisories, readAdvisories } from '#scripts/package/supply-chain.ts';

const report = (counts: object): string => JSON.stringify({ metadata: { vulnerabilities: counts } });
const evaluate = (output: string): ReturnType<typeof evaluateAdvisories> =>
  evaluateAdvisories(readAdvisories(output));

describe('the vulnerability check', () => {
  it.each([
    [{ low: 0, total: 0 }, 0, 'No advisory is known for any package.'],
    [{ low: 2, moderate: 1, high: 0, total: 3 }, 0, 'Advisories: 2 low, 1 moderate. "npm audit" names them.'],
    [{ low: 1, critical: 1, total: 2 }, 1, 'Advisories: 1 low, 1 critical. "npm audit" names them.'],
  ])('of %j ends with %i', (counts, code, sentence) => {
    expect(evaluate(report(counts))).toEqual({ code, sentence });
  });

  it.each([
    [JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '' } }), '405 Method Not Allowed'],
    [JSON.stringify({ error: { code: 'ENOLOCK', summary: 'no lock file' } }), 'no lock file'],
    ['', 'npm audit gave no report'],
  ])('reports clearly that the registry does not respond', (output, reason) => {
    expect(evaluate(output)).toEqual({
      code: 2,
      sentence: `The registry could not be asked for advisories, so nothing is known: ${reason}.`,
    });
  });
});
