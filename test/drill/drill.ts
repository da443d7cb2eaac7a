import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { buildOrPrintError } from '#scripts/build.ts';
import { UsageError } from '#scripts/run-script.ts';
import { runScript } from '#scripts/run-script.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { freeTextKey } from '#test/bench/free-text-key.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { RENAMED, renameKeys } from '#test/support/renamed-form.ts';
import { installMissing } from './missing-programs.ts';
import { playScript, type Script } from './play-script.ts';
import { promisesOf } from './promises.ts';
import { formatCalls, formatPromises } from './report.ts';
import { fullScript, shortScript } from './scripts.ts';
import type { Undo } from './stage/program.ts';
import { startStage } from './stage/stage.ts';

const USAGE = `npm run drill [-- --short] [--students 1000] [--only <words>]

Brings up on this machine all that the service runs on, and plays ten minutes in which everything around the servers dies,
with 1,000 students; --short: 90 seconds with 120; --only: what is called so. Says what was promised and whether it was kept.`;

const cleanUp: Undo = [];

async function endAll(): Promise<void> {
  for (const step of cleanUp.splice(0).toReversed()) await step();
}

type DrillArguments = {
  readonly short: boolean;
  readonly students?: string | undefined;
  readonly only?: string | undefined;
};

/** Selects the script. @throws UsageError for an invalid number or unknown names */
function selectScript({ short, students, only = '' }: DrillArguments): (newer: string) => Script {
  if (students !== undefined && !/^[1-9]\d*$/.test(students))
    throw new UsageError(`--students takes a number, not "${students}".`);
  const isWhole = students === undefined && only === '';
  return (newer) => {
    const script = short ? shortScript(newer) : fullScript(newer);
    const faults = script.faults.filter(([, { name }]) => name.includes(only));
    if (faults.length === 0) throw new UsageError(`Nothing that breaks is called "${only}".`);
    return {
      ...script,
      faults,
      students: Number(students ?? script.students),
      ...(isWhole ? {} : { least: { signUps: 0, submissions: 0, documents: 0 } }),
      ...(only === '' ? {} : { seconds: 0, arrivalSeconds: 20 }),
    };
  };
}

/** Runs the whole service on this machine while its parts fail. @returns whether all promises were kept */
async function drill(makeScript: (newer: string) => Script): Promise<boolean> {
  const missing = installMissing();
  if (missing !== undefined) {
    console.error(missing);
    return false;
  }
  if (!(await buildOrPrintError())) return false;
  const form = readForm();
  const script = makeScript(newerProject());
  console.log(
    'etcd, Patroni, PostgreSQL, pgbouncer, HAProxy, an S3 server, a mail server and four servers are starting.',
  );
  const began = performance.now();
  const stage = await startStage(cleanUp);
  console.log(
    `Everything is up after ${((performance.now() - began) / 1000).toFixed(0)} s, at ${stage.url}.`,
  );
  const result = await playScript({
    ...script,
    stage,
    form,
    oldName,
    print: (line) => console.log(line),
  });
  const promises = promisesOf(result);
  console.log(`\n${formatCalls(result.measures.calls)}\n\n${formatPromises(promises)}`);
  return promises.every(({ isKept }) => isKept);
}

/** Returns the key under which a question was typed. */
function oldName(key: string): string {
  return key.endsWith(RENAMED) ? key.slice(0, -RENAMED.length) : key;
}

/** Copies the project and renames a question, as staff might. */
function newerProject(): string {
  const project = copyProject(PROJECT_PATHS.schemasFolder);
  cleanUp.push(() => rmSync(project, { recursive: true, force: true }));
  renameKeys(project, [freeTextKey()]);
  symlinkSync(path.join(projectRoot, 'dist'), path.join(project, 'dist'));
  return project;
}

/** Ends the drill with everything it started. */
async function abort(code: number): Promise<void> {
  await endAll().catch(() => undefined);
  process.exit(code);
}

await runScript(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      students: { type: 'string' },
      only: { type: 'string' },
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void abort(130));
  process.once('uncaughtException', (error) => {
    console.error(error);
    void abort(1);
  });
  // The page logs each refusal here for support.
  console.info = () => undefined;
  try {
    process.exitCode = (await drill(selectScript(values))) ? 0 : 1;
  } finally {
    await endAll();
  }
  // Ignores calls still pending.
  process.exit();
});
