/** Where the database is. */
export type StorageSettings = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** The same database, not through the pooler that `databaseUrl` goes through; undefined: there is none. */
  readonly databaseDirectUrl?: string | undefined;
  /** What the embedded database keeps of its files in memory. Default: PostgreSQL's own, 128. */
  readonly cacheMegabytes?: number;
};

/** The same database, not through its pooler: for who holds on to a connection for long. */
export function pastPooler(settings: StorageSettings): StorageSettings {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings;
  return { ...settings, databaseUrl: databaseDirectUrl, databaseDirectUrl: undefined };
}
