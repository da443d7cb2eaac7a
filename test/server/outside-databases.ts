import { createPostgresDatabase } from './test-storage.ts';

export type OutsideDatabase = {
  readonly name: string;
  /** The environment of a server that is to use it; `undo` collects how it is removed. */
  readonly env: (undo: (step: () => Promise<void>) => void) => Promise<Record<string, string>>;
};

const postgresUrl = process.env['TEST_DATABASE_URL'];

/** The databases for a server in a process of its own: the embedded one, and PostgreSQL where the environment names it. */
export const outsideDatabases: readonly OutsideDatabase[] = [
  { name: 'the embedded database', env: async () => ({}) },
  ...(postgresUrl === undefined ? [] : [onPostgres(postgresUrl)]),
];

function onPostgres(serverUrl: string): OutsideDatabase {
  return {
    name: 'PostgreSQL',
    async env(undo) {
      const { url, drop } = await createPostgresDatabase(serverUrl);
      undo(drop);
      return { DATABASE_URL: url };
    },
  };
}
