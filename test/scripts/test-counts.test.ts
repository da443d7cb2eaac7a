import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlaywright, countVitest, skippedSuites, sumOfCounts } from '#scripts/ci/test-counts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function skipped(title: string, ...ancestorTitles: string[]): unknown {
  return { status: 'skipped', title, ancestorTitles };
}

test('tests are counted as the report counts them', () => {
  expect(countVitest(report({ numPassedTests: 7, numFailedTests: 2 }), false)).toEqual({
    passed: 7,
    failed: 2,
  });
});

test('a run that failed without a failed test counts as one failure', () => {
  expect(countVitest(report({ numPassedTests: 7, numFailedTests: 0 }), false)).toEqual({
    passed: 7,
    failed: 1,
  });
});

test('a run that left no report counts as one failure', () => {
  expect(countVitest(path.join(folder, 'none.json'), false)).toEqual({ passed: 0, failed: 1 });
});

test('a journey that passed only on a second attempt is a failure', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 };
  expect(countPlaywright(report({ stats }), false)).toEqual({ passed: 3, failed: 2 });
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

test('counts add up', () => {
  expect(
    sumOfCounts([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
