import { createHash } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkAdvisories, evaluateAdvisories, writeSbom } from '#scripts/package/supply-chain.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const report = (counts: object): string => JSON.stringify({ metadata: { vulnerabilities: counts } });

const folder = suiteFolder();

it('a bill of materials lists what a server loads, with its hash', () => {
  const file = path.join(folder, 'sbom.json');
  const hash = writeSbom(file);
  const bytes = readFileSync(file);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  const names = JSON.parse(bytes.toString()).components.map(({ name }: { name: string }) => name);
  expect(names).toContain('pdfjs-dist');
  expect(names).not.toContain('vitest');
});

describe('the vulnerability check', () => {
  it('reads a saved report without a registry, and names its day', () => {
    const file = path.join(folder, 'audit.json');
    writeFileSync(file, report({ low: 0, high: 1, total: 1 }));
    utimesSync(file, new Date('2026-11-20T12:00Z'), new Date('2026-11-20T12:00Z'));
    expect(checkAdvisories(file)).toEqual({
      code: 1,
      sentence: 'Advisories: 1 high. "npm audit" names them. (audit.json, saved on 2026-11-20)',
    });
  });

  it.each([
    [{ low: 0, total: 0 }, 0, 'No advisory is known for any package.'],
    [{ low: 2, moderate: 1, high: 0, total: 3 }, 0, 'Advisories: 2 low, 1 moderate. "npm audit" names them.'],
    [{ low: 1, critical: 1, total: 2 }, 1, 'Advisories: 1 low, 1 critical. "npm audit" names them.'],
  ])('of %j ends with %i', (counts, code, sentence) => {
    expect(evaluateAdvisories(report(counts))).toEqual({ code, sentence });
  });

  it.each([
    [JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '' } }), '405 Method Not Allowed'],
    ['', 'npm audit gave no report'],
    ['{"metadata": {', 'npm audit gave no report'],
  ])('reports clearly that the registry does not respond', (output, reason) => {
    expect(evaluateAdvisories(output)).toEqual({
      code: 2,
      sentence: `The registry returned no advisories: ${reason}.`,
    });
  });
});
