import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprint } from './build/fingerprint.ts';
import { areTypesUncommitted } from './generate.ts';
import { runScript } from './run-script.ts';
import { JOURNEYS, projectRoot, reportFolder, runTool } from './run-tool.ts';
import type { Part, PartResult, TestCounts } from './ci/test-counts.ts';
import {
  countOneTest,
  countPlaywright,
  formatFailures,
  formatParts,
  runPart,
  runSuites,
  sumOfCounts,
} from './ci/test-counts.ts';

const USAGE = `npm test

Runs everything that must hold before a change is merged, and ends with a table and one line that sums it up.`;

const journeyReport = path.join(reportFolder, 'journeys.json');

/** Independent of each other; they run side by side, despite failures. */
const checks: readonly Part[] = [
  { name: 'schemas', run: () => check(['scripts/check.ts']) },
  // Excludes schemas/, whose layout staff can choose.
  { name: 'format', run: () => check(['oxfmt', '--check', '.', '!schemas/**']) },
  { name: 'lint', run: () => check(['oxlint', '--type-aware']) },
  { name: 'unused code', run: () => check(['knip', '--no-progress']) },
  { name: 'imports', run: () => check(['scripts/imports.ts']) },
  { name: 'types', run: () => check(['tsc', '-b']) },
  { name: 'build', run: () => check(['scripts/build.ts']) },
];

/** One after the other, since each uses all cores. */
const suites: readonly Part[] = [
  { name: 'unit tests', run: () => runSuites('unit', ['--project=node', '--project=client*']) },
  { name: 'processes', run: () => runSuites('processes', ['--project=processes']) },
  { name: 'browser journeys', run: runJourneys },
];

/** Runs all checks required before merging, and ends with a summary table. */
async function test(): Promise<void> {
  parseArgs();
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
  const started = performance.now();
  const results = [await runAndShow({ name: 'generated types are current', run: checkGenerated })];
  results.push(...(await Promise.all(checks.map(runAndShow))));
  for (const part of suites) results.push(await runAndShow(part));
  const counts = sumOfCounts(results.map((result) => result.counts));
  writeFileSync(path.join(reportFolder, 'counts.json'), JSON.stringify(counts));

  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `\n${formatParts(results)}\n${formatFailures(counts)}\nIn ${minutes} min: ${counts.passed} passed, ${counts.failed} failed`,
  );
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

async function runAndShow(part: Part): Promise<PartResult> {
  const result = await runPart(part);
  console.log(`${result.counts.failed > 0 ? '✗' : '✓'} ${part.name} (${result.seconds.toFixed(1)} s)`);
  return result;
}

async function check(command: readonly string[]): Promise<TestCounts> {
  const { isFine, output } = await runTool(command);
  if (!isFine) console.log(output);
  return countOneTest(isFine);
}

/** Regenerates types and compares: uncommitted changes are a failure. */
async function checkGenerated(): Promise<TestCounts> {
  const before = committedTypes();
  const counts = await check(['scripts/generate.ts']);
  const isCurrent = committedTypes() === before && !areTypesUncommitted(projectRoot);
  if (counts.failed > 0 || isCurrent) return counts;
  console.log('The types in src/generated have changed. Commit them: npm run check and npm test write them.');
  return countOneTest(false);
}

function committedTypes(): string {
  const files = ['answers', 'api', 'partner'].map((name) => `src/generated/${name}.ts`);
  return fingerprint(projectRoot, files);
}

async function runJourneys(): Promise<TestCounts> {
  const { isFine } = await runTool([...JOURNEYS, '--project=journeys'], { isShown: true });
  return countPlaywright(journeyReport, isFine);
}

await runScript(USAGE, test);
