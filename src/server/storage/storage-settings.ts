/** Where the database is. */
export type StorageSettings = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** What the embedded database keeps of its files in memory. Default: PostgreSQL's own, 128. */
  readonly cacheMegabytes?: number;
};
