import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reportFolder, runTool } from '../run-tool.ts';
import { isRecord } from '#form/definition/own-property.ts';

/** Counts of a run, with the names of failed tests. A check (lint, types, …) counts as one test. */
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

/** Counts a command without a report as one test. */
export function countOneTest(isFine: boolean): TestCounts {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0, failures: [] };
}

/** A part of a test run. */
export type Part = { readonly name: string; readonly run: () => TestCounts | Promise<TestCounts> };

/** Counts and duration of a part. */
export type PartResult = { readonly name: string; readonly counts: TestCounts; readonly seconds: number };

/** Runs and times a part; a failure without a named test gets the part's name. */
export async function runPart({ name, run }: Part): Promise<PartResult> {
  const started = performance.now();
  const found = await run();
  const isUnnamed = found.failed > 0 && found.failures.length === 0;
  const counts = isUnnamed ? { ...found, failures: [name] } : found;
  return { name, counts, seconds: (performance.now() - started) / 1000 };
}

/** Formats parts as a table: name, passed, failed and skipped tests, time. */
export function formatParts(results: readonly PartResult[], unit: 'seconds' | 'minutes' = 'seconds'): string {
  const rows = results.map(({ name, counts: { passed, failed, skipped }, seconds }) => {
    const time = unit === 'minutes' ? seconds / 60 : seconds;
    return [name, `${passed}`, `${failed}`, `${skipped}`, time.toFixed(1)];
  });
  return [['part', 'passed', 'failed', 'skipped', unit], ...rows]
    .map(([name = '', ...cells]) => name.padEnd(30) + cells.map((cell) => cell.padStart(9)).join(''))
    .join('\n');
}

/** Runs vitest, and prints the suites skipped. */
export async function runSuites(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TestCounts> {
  const report = path.join(reportFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isFine } = await runTool(['vitest', 'run', ...reporters, ...args], { isShown: true, env });
  const skipped = skippedSuites(report);
  if (skipped.length > 0) console.log(['Skipped, with the number of tests:', ...skipped].join('\n  '));
  return countVitest(report, isFine);
}

/** Reads counts from vitest's JSON report; a failed run without a failed test counts as one failure. */
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

/** Reads counts from Playwright's JSON report; a test that passed on a second attempt counts as failed. */
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

/** Formats the names of failed tests as a list; empty if none failed. */
export function formatFailures({ failures }: TestCounts): string {
  return failures.length > 0 ? `\n${['Failed:', ...failures].join('\n  ')}\n` : '';
}

/** Lists skipped suites in vitest's JSON report: file, title with the reason, number of tests. */
export function skippedSuites(file: string): readonly string[] {
  const tests = new Map<string, number>();
  for (const { suite, titles } of vitestTests(readReport(file), 'skipped')) {
    const title = `${suite}: ${titles.find((each) => /\[needs .*\]$/.test(each)) ?? titles[0]}`;
    tests.set(title, (tests.get(title) ?? 0) + 1);
  }
  return [...tests].map(([title, count]) => `${title} (${count})`);
}

type Report = Readonly<Record<string, unknown>>;

/** Returns tests with a status from vitest's report: file, and titles from the outermost suite to the test. */
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

/** Returns failed or flaky journeys in a suite of Playwright's report, including nested suites. */
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
    // The run broke before writing its report; withFailure counts the exit code.
    return {};
  }
}

function numberOf(report: Report, key: string): number {
  const value = report[key];
  return typeof value === 'number' ? value : 0;
}
