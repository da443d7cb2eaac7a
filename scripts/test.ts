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
  countVitest,
  formatFailures,
  formatParts,
  runPart,
  skippedSuites,
  sumOfCounts,
} from './ci/test-counts.ts';

const USAGE = `npm test

Runs everything that must hold before a change is merged, and ends with a table and one line that sums it up.`;

const journeyReport = path.join(reportFolder, 'journeys.json');

/** Fast parts first; all run despite failures. */
const parts: readonly Part[] = [
  { name: 'generated types are current', run: checkGenerated },
  { name: 'schemas', run: () => check(['scripts/check.ts']) },
  // Excludes schemas/, whose layout staff can choose.
  { name: 'format', run: () => check(['oxfmt', '--check', '.', '!schemas/**']) },
  { name: 'lint', run: () => check(['oxlint', '--type-aware']) },
  { name: 'unused code', run: () => check(['knip', '--no-progress']) },
  { name: 'imports', run: () => check(['scripts/imports.ts']) },
  { name: 'types', run: () => check(['tsc', '-b']) },
  { name: 'unit tests', run: () => runSuites('unit', ['node', 'client*']) },
  { name: 'processes', run: () => runSuites('processes', ['processes']) },
  { name: 'build', run: () => check(['scripts/build.ts']) },
  { name: 'browser journeys', run: runJourneys },
];

/** Runs all checks required before merging, and ends with a summary table. */
async function test(): Promise<void> {
  parseArgs();
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
  const started = performance.now();
  const results: PartResult[] = [];
  for (const part of parts) {
    const result = await runPart(part);
    console.log(`${result.counts.failed > 0 ? '✗' : '✓'} ${part.name} (${result.seconds.toFixed(1)} s)`);
    results.push(result);
  }
  const counts = sumOfCounts(results.map((result) => result.counts));
  writeFileSync(path.join(reportFolder, 'counts.json'), JSON.stringify(counts));

  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `\n${formatParts(results)}\n${formatFailures(counts)}\nIn ${minutes} min: ${counts.passed} passed, ${counts.failed} failed`,
  );
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

function check(command: readonly string[]): TestCounts {
  const { isFine, output } = runTool(command);
  if (!isFine) console.log(output);
  return countOneTest(isFine);
}

/** Regenerates types and compares: uncommitted changes are a failure. */
function checkGenerated(): TestCounts {
  const before = committedTypes();
  const counts = check(['scripts/generate.ts']);
  const isCurrent = committedTypes() === before && !areTypesUncommitted(projectRoot);
  if (counts.failed > 0 || isCurrent) return counts;
  console.log('The types in src/generated have changed. Commit them: npm run check and npm test write them.');
  return countOneTest(false);
}

function committedTypes(): string {
  return fingerprint(projectRoot, ['src/generated'], (file) =>
    /^src\/generated\/(?:answers|api|partner|personas)\.ts$/.test(file),
  );
}

/** Runs some vitest projects (vite.config.ts). */
function runSuites(name: string, projects: readonly string[]): TestCounts {
  const report = path.join(reportFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const { isFine } = runTool(['vitest', 'run', ...chosen, ...reporters], { isShown: true });
  const skipped = skippedSuites(report);
  if (skipped.length > 0) console.log(['Skipped, with the number of tests:', ...skipped].join('\n  '));
  return countVitest(report, isFine);
}

function runJourneys(): TestCounts {
  const { isFine } = runTool([...JOURNEYS, '--project=journeys'], { isShown: true });
  return countPlaywright(journeyReport, isFine);
}

await runScript(USAGE, test);
