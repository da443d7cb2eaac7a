import { describe, expect, test, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { outsideDatabases } from './test-storage.ts';
import { call, signUpAndLogIn } from './server-calls.ts';
import { rounds } from '#test/support/volume.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROUNDS = rounds(1, 3);
const ROUND_MS = 60_000;
/** Saves acknowledged before each kill. */
const LEAST_SAVES = 20;
const USERNAME = 'ledger@example.org';

/** Last acknowledged value by key, stored outside of the server. */
type Ledger = {
  readonly acknowledged: Map<string, string>;
  /** The number of saves. */
  saves: number;
  unanswered: { key: string; value: string } | undefined;
};

describe('a server killed during saves', () => {
  test.each(outsideDatabases)(
    'keeps every acknowledged save, on $name',
    { timeout: ROUND_MS * (ROUNDS + 1) },
    async ({ open }) => {
      const dataDir = temporaryFolder();
      const database = await open();
      onTestFinished(database.drop);
      const env = { ...database.env, LOG_LEVEL: 'warn' };
      await putEmptyDatabase(dataDir);
      const ledger: Ledger = { acknowledged: new Map(), saves: 0, unanswered: undefined };
      let server = await startTestServer({ dataDir, env });
      onTestFinished(() => server.kill());
      const cookie = await signUpAndLogIn(server, USERNAME);
      for (let round = 0; round < ROUNDS; round += 1) {
        const savesBefore = ledger.saves;
        const saving = saveUntilKilled(server, cookie, ledger, round);
        await saving.enough;
        await server.kill();
        await saving.ended;
        expect(ledger.saves - savesBefore).toBeGreaterThanOrEqual(LEAST_SAVES);
        server = await startTestServer({ dataDir, env });
        compare(await readAnswers(server, cookie), ledger);
      }
    },
  );
});

/** Saves one key after the other, a different number each round. */
function saveUntilKilled(server: TestServer, cookie: string, ledger: Ledger, round: number) {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    const keys = await firstTextKeys(8);
    for (let save = 0; ; save += 1) {
      const key = keys[save % keys.length] ?? '';
      const value = `${round}.${save}`;
      ledger.unanswered = { key, value };
      const response = await call(server, '/api/answer', {
        method: 'PUT',
        body: { answer: { [key]: value } },
        cookie,
      });
      expect(response.status).toBe(200);
      ledger.acknowledged.set(key, value);
      ledger.saves += 1;
      ledger.unanswered = undefined;
      if (save === LEAST_SAVES + round * 7) resolve();
    }
  };
  // The kill ends the loop; a wrong response ends the test.
  const ended = run().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  return { enough: Promise.race([enough, ended]), ended };
}

async function readAnswers(server: TestServer, cookie: string): Promise<Record<string, unknown>> {
  const response = await call(server, '/api/profile', { method: 'GET', cookie });
  expect(response.status).toBe(200);
  const profile: unknown = await response.json();
  if (typeof profile !== 'object' || profile === null || !('answer' in profile)) return {};
  return Object.fromEntries(Object.entries(profile.answer ?? {}));
}

/** Expects every acknowledged save, and all or nothing of the last. */
function compare(answers: Record<string, unknown>, ledger: Ledger): void {
  for (const [key, value] of ledger.acknowledged) {
    const { unanswered } = ledger;
    const allowed = unanswered?.key === key ? [value, unanswered.value] : [value];
    expect(allowed).toContain(answers[key]);
  }
}
