import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import type { TestEngine } from '#test/server/test-storage.ts';

/** The target of one test: a server and an unused address; `count` is its number. */
export type Attacked = { readonly server: TestApp; readonly username: string; readonly count: number };

type Settings = Pick<TestEngine, 'open'> & {
  /** Prefix of the addresses. */
  readonly name: string;
  /** Milliseconds between tests, so that limits recover. */
  readonly pause: number;
};

/** Gives a suite one server, and each test its own target. */
export function attackOneServer(
  { open, name, pause }: Settings,
  begin: (attacked: Attacked) => unknown,
): void {
  let server: TestApp;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ storage: await open() });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    count += 1;
    server.pass(pause);
    return begin({ server, username: `${name}-${count}@example.org`, count });
  });
}
