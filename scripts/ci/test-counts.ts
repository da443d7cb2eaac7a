import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';

/** What a run came to. A check (lint, types, …) counts as one test. */
export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export function sumOfCounts(all: readonly TestCounts[]): TestCounts {
  const sumOf = (name: keyof TestCounts) => all.reduce((total, counts) => total + counts[name], 0);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') };
}

/** Counts one run of a command that has no report of its own. */
export function countOneTest(isFine: boolean): TestCounts {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 };
}

/** A part of a test run. */
export type Part = { readonly name: string; readonly run: () => TestCounts | Promise<TestCounts> };

/** What a part came to, and how long it took. */
export type PartResult = { readonly name: string; readonly counts: TestCounts; readonly seconds: number };

export async function runPart({ name, run }: Part): Promise<PartResult> {
  const started = performance.now();
  const counts = await run();
  return { name, counts, seconds: (performance.now() - started) / 1000 };
}

/** Formats parts as a table: name, tests passed, failed and skipped, time. */
export function formatParts(results: readonly PartResult[], unit: 'seconds' | 'minutes' = 'seconds'): string {
  const rows = results.map(({ name, counts: { passed, failed, skipped }, seconds }) => {
    const time = unit === 'minutes' ? seconds / 60 : seconds;
    return [name, `${passed}`, `${failed}`, `${skipped}`, time.toFixed(1)];
  });
  return [['part', 'passed', 'failed', 'skipped', unit], ...rows]
    .map(([name = '', ...cells]) => name.padEnd(30) + cells.map((cell) => cell.padStart(9)).join(''))
    .join('\n');
}

/** Counts in vitest's JSON report; a run that failed without a failed test is one failure. */
export function countVitest(file: string, isFine: boolean): TestCounts {
  const report = readReport(file);
  const counts = {
    passed: numberOf(report, 'numPassedTests'),
    failed: numberOf(report, 'numFailedTests'),
    skipped: numberOf(report, 'numPendingTests'),
  };
  return withFailure(counts, isFine);
}

/** Counts in Playwright's JSON report; a test that passed only on a second attempt does not count as passed. */
export function countPlaywright(file: string, isFine: boolean): TestCounts {
  const stats = readReport(file)['stats'];
  const from = isRecord(stats) ? stats : {};
  const counts = {
    passed: numberOf(from, 'expected'),
    failed: numberOf(from, 'unexpected') + numberOf(from, 'flaky'),
    skipped: numberOf(from, 'skipped'),
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
