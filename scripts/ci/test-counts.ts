import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';

/** What a run came to. A check (lint, types, …) counts as one test. */
export type TestCounts = { readonly passed: number; readonly failed: number };

export function sumOfCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  };
}

/** Counts one run of a command that has no report of its own. */
export function countOneTest(isFine: boolean): TestCounts {
  return isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Counts in vitest's JSON report; a run that failed without a failed test is one failure. */
export function countVitest(file: string, isFine: boolean): TestCounts {
  const report = readReport(file);
  const counts = { passed: numberOf(report, 'numPassedTests'), failed: numberOf(report, 'numFailedTests') };
  return withFailure(counts, isFine);
}

/** Counts in Playwright's JSON report; a test that passed only on a second attempt does not count as passed. */
export function countPlaywright(file: string, isFine: boolean): TestCounts {
  const stats = readReport(file)['stats'];
  const from = isRecord(stats) ? stats : {};
  const counts = {
    passed: numberOf(from, 'expected'),
    failed: numberOf(from, 'unexpected') + numberOf(from, 'flaky'),
  };
  return withFailure(counts, isFine);
}

/** Describes the skipped suites in vitest's JSON report, one line each: file, title with the reason, number of tests. */
export function skippedSuites(file: string): readonly string[] {
  const tests = new Map<string, number>();
  for (const suite of recordsIn(readReport(file)['testResults'])) {
    const name = path.relative(process.cwd(), String(suite['name']));
    for (const { status, ancestorTitles, title: own } of recordsIn(suite['assertionResults'])) {
      if (status !== 'skipped') continue;
      const titles = [...(Array.isArray(ancestorTitles) ? ancestorTitles : []), own].map(String);
      const title = `${name}: ${titles.find((each) => /\[needs .*\]$/.test(each)) ?? titles[0]}`;
      tests.set(title, (tests.get(title) ?? 0) + 1);
    }
  }
  return [...tests].map(([title, count]) => `${title} (${count})`);
}

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function withFailure(counts: TestCounts, isFine: boolean): TestCounts {
  return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport(file: string): Readonly<Record<string, unknown>> {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(report) ? report : {};
  } catch {
    // A run that broke before it wrote its report; the exit code says so, see withFailure.
    return {};
  }
}

function numberOf(report: Readonly<Record<string, unknown>>, key: string): number {
  const value = report[key];
  return typeof value === 'number' ? value : 0;
}
