import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  countOneTest,
  countPlaywright,
  countVitest,
  formatFailures,
  formatParts,
  runPart,
  skippedSuites,
  sumOfCounts,
} from '#scripts/ci/test-counts.ts';
import { formatFigures, runParts } from '#test/bench/figure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function skipped(title: string, ...ancestorTitles: string[]): unknown {
  return { status: 'skipped', title, ancestorTitles };
}

const spec = (title: string, status: string) => ({ file: 'a.e2e.ts', title, tests: [{ status }] });

test('tests are counted as the report counts them, and the failed ones named', () => {
  const failed = { status: 'failed', title: 'stops', ancestorTitles: ['a server'] };
  const testResults = [{ name: 'a.test.ts', assertionResults: [failed, skipped('two')] }];
  const found = report({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 1, testResults });
  const failures = ['a.test.ts › a server › stops'];
  expect(countVitest(found, false)).toEqual({ passed: 7, failed: 1, skipped: 1, failures });
});

test.each([
  ['failed without a failed test', () => report({ numPassedTests: 7, numFailedTests: 0 }), 7],
  ['left no report', () => path.join(folder, 'none.json'), 0],
])('a run that %s counts as one failure, with the name of its part', async (_what, file, passed) => {
  const { counts } = await runPart({ name: 'unit tests', run: () => countVitest(file(), false) });
  expect(counts).toEqual({ passed, failed: 1, skipped: 0, failures: ['unit tests'] });
});

test('a journey that passed only on a second attempt is a failure', () => {
  const specs = [spec('fails', 'unexpected'), spec('passes', 'expected')];
  const suites = [{ specs, suites: [{ specs: [spec('passes late', 'flaky')] }] }];
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 4 };
  const failures = ['a.e2e.ts › fails', 'a.e2e.ts › passes late'];
  expect(countPlaywright(report({ stats, suites }), false)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 4,
    failures,
  });
});

test('a run ends with a table of its parts, and adds up their counts', async () => {
  const types = await runPart({ name: 'types', run: () => countOneTest(true) });
  const counts = { passed: 4900, failed: 2, skipped: 70, failures: ['a › b', 'c'] };
  const units = { name: 'unit tests', counts, seconds: 171.84 };
  expect(formatParts([{ ...types, seconds: 0 }, units])).toBe(
    [
      'part                             passed   failed  skipped  seconds',
      'types                                 1        0        0      0.0',
      'unit tests                         4900        2       70    171.8',
    ].join('\n'),
  );
  expect(formatParts([units], 'minutes')).toMatch(/skipped  minutes\n.* 2.9$/);
  const sum = sumOfCounts([types.counts, counts]);
  expect(sum).toEqual({ ...counts, passed: 4901 });
  expect(formatFailures(sum)).toBe('\nFailed:\n  a › b\n  c\n');
});

test('a part of a benchmark that fails is a row, and the others keep their figures', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  const { figures, faults } = await runParts({
    logins: () => Promise.reject(new Error('429')),
    saves: () => Promise.resolve([{ name: 'a save', value: 12.5, unit: 'ms', baselines: [] }]),
  });
  expect(console.error).toHaveBeenCalledWith(new Error('429'));
  vi.restoreAllMocks();
  expect(formatFigures(figures, faults).split('\n').slice(2)).toEqual([
    'a save         12.5 ms',
    'all of logins  error                    FAIL',
  ]);
});

test('a skipped suite is named with the reason, and a skipped test outside of suites by its title', () => {
  const assertionResults = [
    skipped('one', 'an import', 'of a list [needs a list]'),
    skipped('two', 'an import', 'of a list [needs a list]'),
    skipped('stops', 'a server'),
    skipped('stands alone'),
    { status: 'passed', title: 'runs', ancestorTitles: [] },
  ];
  expect(skippedSuites(report({ testResults: [{ name: 'a.test.ts', assertionResults }] }))).toEqual([
    'a.test.ts: of a list [needs a list] (2)',
    'a.test.ts: a server (1)',
    'a.test.ts: stands alone (1)',
  ]);
});
