import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#form/definition/own-property.ts';

/** What a run came to, with the names of the tests that failed. A check (lint, types, …) counts as one test. */
export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
};

export function sumOfCounts(all: readonly TestCounts[]): TestCounts {
  const sumOf = (name: 'passed' | 'failed' | 'skipped') =>
    all.reduce((total, counts) => total + counts[name], 0);
  const failures = all.flatMap((counts) => counts.failures);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped'), failures };
}

/** Counts one run of a command that has no report of its own. */
export function countOneTest(isFine: boolean): TestCounts {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0, failures: [] };
}

/** A part of a test run. */
export type Part = { readonly name: string; readonly run: () => TestCounts | Promise<TestCounts> };

/** What a part came to, and how long it took. */
export type PartResult = { readonly name: string; readonly counts: TestCounts; readonly seconds: number };

/** Runs a part and times it; one that fails without naming a test is named itself. */
export async function runPart({ name, run }: Part): Promise<PartResult> {
  const started = performance.now();
  const found = await run();
  const isUnnamed = found.failed > 0 && found.failures.length === 0;
  const counts = isUnnamed ? { ...found, failures: [name] } : found;
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
    failures: vitestTests(report, 'failed').map(({ suite, titles }) => [suite, ...titles].join(' › ')),
  };
  return withFailure(counts, isFine);
}

/** Counts in Playwright's JSON report; a test that passed only on a second attempt does not count as passed. */
export function countPlaywright(file: string, isFine: boolean): TestCounts {
  const report = readReport(file);
  const from = isRecord(report['stats']) ? report['stats'] : {};
  const counts = {
    passed: numberOf(from, 'expected'),
    failed: numberOf(from, 'unexpected') + numberOf(from, 'flaky'),
    skipped: numberOf(from, 'skipped'),
    failures: failedJourneys(report),
  };
  return withFailure(counts, isFine);
}

/** Formats the names of the tests that failed as a list, empty where none did. */
export function formatFailures({ failures }: TestCounts): string {
  return failures.length > 0 ? `\n${['Failed:', ...failures].join('\n  ')}\n` : '';
}

/** Describes the skipped suites in vitest's JSON report, one line each: file, title with the reason, number of tests. */
export function skippedSuites(file: string): readonly string[] {
  const tests = new Map<string, number>();
  for (const { suite, titles } of vitestTests(readReport(file), 'skipped')) {
    const title = `${suite}: ${titles.find((each) => /\[needs .*\]$/.test(each)) ?? titles[0]}`;
    tests.set(title, (tests.get(title) ?? 0) + 1);
  }
  return [...tests].map(([title, count]) => `${title} (${count})`);
}

type Report = Readonly<Record<string, unknown>>;

/** The tests in vitest's report with this status: the suite's file, and the titles from the outermost to the test's own. */
function vitestTests(report: Report, wanted: 'failed' | 'skipped') {
  return recordsIn(report['testResults']).flatMap(({ name, assertionResults }) =>
    recordsIn(assertionResults)
      .filter(({ status }) => status === wanted)
      .map(({ ancestorTitles, title }) => ({
        suite: path.relative(process.cwd(), String(name)),
        titles: [...(Array.isArray(ancestorTitles) ? ancestorTitles : []), title].map(String),
      })),
  );
}

/** The journeys in a suite of Playwright's report, and in those below it, that failed or passed on a second attempt. */
function failedJourneys({ suites, specs }: Report): readonly string[] {
  const own = recordsIn(specs).filter(({ tests }) =>
    recordsIn(tests).some(({ status }) => status === 'unexpected' || status === 'flaky'),
  );
  return [
    ...own.map(({ file, title }) => `${String(file)} › ${String(title)}`),
    ...recordsIn(suites).flatMap(failedJourneys),
  ];
}

function recordsIn(value: unknown): readonly Report[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function withFailure(counts: TestCounts, isFine: boolean): TestCounts {
  return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport(file: string): Report {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(report) ? report : {};
  } catch {
    // A run that broke before it wrote its report; the exit code says so, see withFailure.
    return {};
  }
}

function numberOf(report: Report, key: string): number {
  const value = report[key];
  return typeof value === 'number' ? value : 0;
}
