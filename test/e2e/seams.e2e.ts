import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import * as fc from 'fast-check';
import { companionKey, isAnswered } from '#form/definition/answer.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { ATTACHED } from '#form/documents/document-answers.ts';
import { readApplications } from '#test/support/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { openSession, test as base } from './journey.ts';
import { compareAtRest } from './seams/rest.ts';
import { submit } from './seams/doings-around.ts';
import { anyStep } from './seams/steps.ts';
import { beginVisit, type Held, heldBy, type Visit } from './seams/visit.ts';
import { seedApplication } from './seed.ts';

/** How many students do something, and how much each of them does. */
const RUNS = Number(process.env['SEAM_RUNS'] ?? '6');
const STEPS = 30;
/** So many at once: each waits most of the time for what the page waits for. */
const AT_ONCE = 4;
const SEED = Number(process.env['SEAM_SEED'] ?? Date.now() % 2 ** 31);

/** With a proxy in front, so that each student has a network of their own: the limits are for those who share one. */
const test = base.extend<object, { readonly server: TestServer }>({
  server: [
    async ({ partner: _partner }, use) => {
      const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

// A trace of so many visits would fill the memory; what was done is in the failure.
test.use({ trace: 'off' });

const form = readForm();
const root = path.resolve(import.meta.dirname, '../..');

test('whatever a student does in whatever order, the page shows what the server holds, and that is submitted', async ({
  browser,
  server,
}) => {
  test.setTimeout(60_000 + RUNS * 60_000);
  const [application] = readApplications(form, new Date());
  if (!application) throw new Error('There is no application to begin with.');
  const submitted = new Map<string, Held>();
  let students = 0;

  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
    async (steps) => {
      students += 1;
      const credentials = {
        username: `seams-${SEED}-${students}-${Date.now()}@example.org`,
        password: 'Correct-Horse-9-Battery',
      };
      const visit = await beginVisit({
        browser,
        baseURL: server.url,
        form,
        ...credentials,
        prepare: async (page) => {
          await openSession(page, { ...credentials, server });
          await seedApplication(page, application);
        },
      });
      try {
        await fc.asyncModelRun(() => ({ model: { isOver: false }, real: visit }), steps);
        const held = await finish(visit);
        if (held) submitted.set(visit.username, held);
        expect(visit.faults.filter(isOfPage), 'the browser reports no fault').toEqual([]);
      } catch (error) {
        await visit.page
          .screenshot({ path: path.join(root, `test-results/seams-${students}.png`), fullPage: true })
          .catch(() => undefined);
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${message}\n\nWhat was done:\n${visit.diary.join('\n')}`, { cause: error });
      } finally {
        await visit.context.close();
      }
    },
  );
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_each, lane) =>
      fc.assert(property, {
        numRuns: Math.ceil(RUNS / AT_ONCE),
        seed: SEED + lane,
        // A visit takes long; what was done is printed, and is read sooner than a shorter one is found.
        endOnFailure: true,
      }),
    ),
  );
  expect(await exported(server)).toEqual(expectedExport(submitted));
  console.log(`${students} students, ${STEPS} steps each (SEAM_SEED=${SEED}); ${submitted.size} submitted`);
});

/**
 * Calls that do not arrive are part of a visit, and both the browser and the page log each. So is what was changed in
 * another tab, which moves what is below it.
 */
function isOfPage(fault: string): boolean {
  return !/^(?:Failed to load resource|RequestError|The layout shifts)/.test(fault);
}

/** Rests, and submits. @returns what was submitted; undefined where something was missing */
async function finish(visit: Visit): Promise<Held | undefined> {
  if (visit.isSubmitted) return heldBy(visit);
  const before = await compareAtRest(visit);
  const outcome = await submit(visit);
  const after = await heldBy(visit);
  visit.diary.push(`submit at last ${outcome ?? ''}`);
  expect(after.state, 'nothing changes on the way').toEqual(before.state);
  return visit.isSubmitted ? after : undefined;
}

/** What staff get of each student: what was answered, by key, and the keys of the documents. */
async function exported({ dataDir, url }: TestServer): Promise<unknown> {
  const out = mkdtempSync(path.join(tmpdir(), 'seams-'));
  try {
    await promisify(execFile)(
      process.execPath,
      ['scripts/export.ts', '--since', '2020-01-01', '--out', out],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url } },
    );
    const files = globSync('applications/*.json', { cwd: out }).map((file) => path.join(out, file));
    return Object.fromEntries(
      files.map((file) => {
        const { username, answers, documents }: Exported = JSON.parse(readFileSync(file, 'utf8'));
        const values = Object.entries(answers).map(([key, { value }]): [string, AnswerValue] => [key, value]);
        return [username, { answers: answered(values), documents: documents.map(({ key }) => key) }];
      }),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

type Exported = {
  readonly username: string;
  readonly answers: Readonly<Record<string, { readonly value: AnswerValue }>>;
  readonly documents: readonly { readonly key: string }[];
};

function expectedExport(submitted: ReadonlyMap<string, Held>): unknown {
  return Object.fromEntries(
    [...submitted].map(([username, { state, documents }]) => {
      const labels = new Set(Object.keys(state.answers).map(companionKey));
      const own = Object.entries(state.answers).filter(([key]) => !labels.has(key));
      const attached = documents.map((key): [string, AnswerValue] => [key, ATTACHED]);
      return [username, { answers: answered([...own, ...attached]), documents }];
    }),
  );
}

function answered(entries: readonly [string, AnswerValue][]): Answers {
  return Object.fromEntries(entries.filter(([, value]) => isAnswered(value)));
}
