import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import type { TestEngine } from '#test/server/test-storage.ts';

/** What one test attacks: a server, and an address that no test before it has used; `count` is its number. */
export type Attacked = { readonly server: TestApp; readonly username: string; readonly count: number };

type Settings = Pick<TestEngine, 'open'> & {
  /** How the addresses begin. */
  readonly name: string;
  /** Milliseconds between two tests, so that no limit of one is felt in the next. */
  readonly pause: number;
};

/** Gives a suite one server, and hands each of its tests what it attacks. */
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
