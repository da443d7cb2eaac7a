import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { projectRoot as root, runTool } from './run-tool.ts';

/** One thing that is made from files, and made again only when one of them changed. */
type BuildStep = {
  readonly name: string;
  readonly inputs: readonly string[];
  /** What must be there for the step to count as done. */
  readonly output: string;
  /** As runTool takes it. */
  readonly command: readonly string[];
};

/** In order: the client is built from what the schemas were compiled to. */
const steps: readonly BuildStep[] = [
  {
    name: 'questionnaire',
    inputs: [
      'schemas',
      'scripts/generate.ts',
      'scripts/schemas',
      'src/form',
      'src/client/widgets/registry.json',
      'package-lock.json',
    ],
    output: 'src/generated/partners',
    command: ['scripts/generate.ts'],
  },
  {
    name: 'client',
    inputs: ['index.html', 'vite.config.ts', 'src/client', 'src/form', 'src/generated', 'package-lock.json'],
    output: 'dist/index.html',
    command: ['vite', 'build'],
  },
];

/**
 * Brings everything that is built up to date and tells on the console what it did; silent when nothing changed.
 *
 * @throws BuildFault when a step fails, after its output was printed
 */
export function buildWhatChanged(): void {
  for (const step of steps) {
    const stampFile = path.join(root, '.cache', 'build', step.name);
    const stamp = fingerprint(root, step.inputs);
    const isCurrent =
      existsSync(path.join(root, step.output)) &&
      existsSync(stampFile) &&
      readFileSync(stampFile, 'utf8') === stamp;
    if (isCurrent) continue;
    // A build that is broken off must not look finished the next time.
    rmSync(stampFile, { force: true });
    run(step);
    mkdirSync(path.dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
  }
}

/** A build step that failed; what it said is on the console. */
export class BuildFault extends Error {}

function run(step: BuildStep): void {
  const started = performance.now();
  const { isFine, output } = runTool(step.command);
  if (!isFine) {
    process.stderr.write(output);
    throw new BuildFault(`The ${step.name} could not be built.`);
  }
  console.log(`Built the ${step.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) {
  try {
    buildWhatChanged();
  } catch (fault) {
    if (!(fault instanceof BuildFault)) throw fault;
    console.error(fault.message);
    process.exitCode = 1;
  }
}
