import { projectRoot } from '#scripts/run-tool.ts';
import { runBeside } from '#test/support/run-command.ts';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import * as fc from '#test/support/random.ts';
import { companionKey, isAnswered } from '#form/definition/answer.ts';
import type { Answers, AnswerValue, FormState } from '#form/definition/definition.ts';
import { ATTACHED } from '#form/documents/document-answers.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { openSession, test as base } from './journey.ts';
import { compareWithServer } from './seams/compare-with-server.ts';
import { submit } from './seams/actions-around.ts';
import { anyStep, type Step } from './seams/steps.ts';
import {
  beginVisit,
  endVisit,
  faultsOf,
  type ServerState,
  readServerState,
  openBrowser,
  type SharedBrowser,
  type Visit,
} from './seams/visit.ts';
import { seedApplication } from './seed.ts';
import { rounds } from '#test/support/volume.ts';

/** Number of students, and of actions per student. */
const RUNS = rounds(1, 12);
const STEPS = 30;
/** Students per test; several tests run in parallel. */
const PER_TEST = 6;
/** Concurrent students per test; they mostly wait for the page. */
const AT_ONCE = 3;

/** No PDF browser: PDF copies have their own journeys, and take longer than a visit. */
const NO_BROWSER = '/nonexistent/chromium';

/** Behind a proxy, so that each student has an IP address of their own for rate limits. */
const test = base.extend<object, { readonly server: TestServer }>({
  server: [
    async ({ partner: _partner }, use) => {
      const server = await startTestServer({
        env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn', CHROMIUM_PATH: NO_BROWSER },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

// Traces of so many visits would exhaust memory; failures list the actions.
test.use({ trace: 'off' });

const form = readForm();
const application = firstApplication();

for (let before = 0; before < RUNS; before += PER_TEST) {
  const count = Math.min(PER_TEST, RUNS - before);
  test(`whatever students ${before + 1} to ${before + count} do in any order, the page shows the server's state, and that is submitted`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(60_000 + count * 60_000);
    const submitted = new Map<string, ServerState>();
    const prefix = `seams-${fc.SEED}-${before}-${Date.now()}`;
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count) }, async (_each, lane) => {
        const shared = await openBrowser(browser, server.url);
        let students = 0;
        const property = fc.asyncProperty(
          fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
          async (steps) => {
            students += 1;
            const username = `${prefix}-${lane}-${students}@example.org`;
            // Without its own step, each call would search all calls of the test for its step.
            const state = await test.step(username, async () =>
              playVisit(await startVisit(shared, server, username), steps),
            );
            if (state) submitted.set(username, state);
          },
        );
        await fc.assert(property, {
          numRuns: Math.ceil((count - lane) / AT_ONCE),
          seed: fc.SEED + before + lane,
          ...(process.env['SEAM_PATH'] === undefined ? {} : { path: process.env['SEAM_PATH'] }),
          // Shrinking takes too long; the printed actions suffice.
          endOnFailure: true,
        });
        await shared.context.close();
      }),
    );
    expect(await exported(server, prefix)).toEqual(expectedExport(submitted));
    console.log(`${count} students, ${STEPS} steps each (TEST_SEED=${fc.SEED}); ${submitted.size} submitted`);
  });
}

function firstApplication(): FormState {
  const [first] = readApplications(form, new Date());
  if (!first) throw new Error('There is no sample application.');
  return first;
}

/** Starts a student's application with every kind of group in use. */
async function startVisit(shared: SharedBrowser, server: TestServer, username: string): Promise<Visit> {
  const credentials = { username, password: 'Correct-Horse-9-Battery' };
  return beginVisit({
    shared,
    form,
    ...credentials,
    prepare: async (page) => {
      await openSession(page, { ...credentials, server });
      await seedApplication(page, application);
    },
  });
}

/** Performs the steps, and submits. @returns the submitted state; undefined if answers were missing */
async function playVisit(visit: Visit, steps: Iterable<Step>): Promise<ServerState | undefined> {
  try {
    await fc.asyncModelRun(() => ({ model: { isOver: false }, real: visit }), steps);
    const state = await submitWhenIdle(visit);
    expect(faultsOf(visit).filter(isPageFault), 'the browser reports no fault').toEqual([]);
    return state;
  } catch (error) {
    await visit.page
      .screenshot({ path: path.join(projectRoot, `test-results/${visit.username}.png`), fullPage: true })
      .catch(() => undefined);
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n\nActions:\n${visit.actionLog.join('\n')}`, { cause: error });
  } finally {
    await endVisit(visit);
  }
}

/** Failed calls and changes from another tab, which shift the layout, are part of a visit. */
function isPageFault(fault: string): boolean {
  return !/^(?:Failed to load resource|RequestError|The layout shifts)/.test(fault);
}

/** Waits for idle, and submits. @returns the submitted state; undefined if answers were missing */
async function submitWhenIdle(visit: Visit): Promise<ServerState | undefined> {
  if (visit.isSubmitted) return readServerState(visit);
  const before = await compareWithServer(visit);
  if (visit.isSubmitted) return before;
  const outcome = await submit(visit);
  const after = await readServerState(visit);
  visit.actionLog.push(`submit at last ${outcome ?? ''}`);
  expect(after.state, 'submitting changes nothing').toEqual(before.state);
  return visit.isSubmitted ? after : undefined;
}

/** Exported answers and document keys of these students. */
async function exported(server: TestServer, prefix: string): Promise<unknown> {
  const out = mkdtempSync(path.join(tmpdir(), 'seams-'));
  try {
    await runBeside(server, 'export', ['--since', '2020-01-01', '--out', out]);
    const files = globSync('applications/*.json', { cwd: out }).map((file) => path.join(out, file));
    const all = files.map((file): Exported => JSON.parse(readFileSync(file, 'utf8')));
    return Object.fromEntries(
      all
        .filter(({ username }) => username.startsWith(prefix))
        .map(({ username, answers, documents }) => {
          const values = Object.entries(answers).map(([key, { value }]): [string, AnswerValue] => [
            key,
            value,
          ]);
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

function expectedExport(submitted: ReadonlyMap<string, ServerState>): unknown {
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
