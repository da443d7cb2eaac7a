import { Client, type ClientConfig } from 'pg';
import { errorCodeOf } from '../http/error-log.ts';
import { isDatabaseUnavailable, READ_ONLY } from './storage-errors.ts';
import type { DatabaseAddress } from '../settings/service-addresses.ts';

/** Timeout of asking a host whether it accepts writes. */
const ANSWERS_WITHIN_MS = 3000;

type Host = Pick<Client, 'host' | 'port'>;
type Connected = (error: Error) => void;

/** Creates the driver's client for an address. With several hosts it finds the writable one, even after a failover. */
export function clientTo({ urls, mustTakeWrites }: DatabaseAddress): new (config?: ClientConfig) => Client {
  class ClientOfFirst extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: urls[0] });
    }
  }
  if (!mustTakeWrites) return ClientOfFirst;
  const find = sharePending(() => findWritable(urls));
  return class extends ClientOfFirst {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      if (callback === undefined) return this.#connectToWritable();
      void this.#callWhenConnected(callback);
    }

    async #connectToWritable(): Promise<Client> {
      Object.assign(this, await find());
      return super.connect();
    }

    async #callWhenConnected(callback: Connected): Promise<void> {
      try {
        Object.assign(this, await find());
      } catch (error) {
        callback(error instanceof Error ? error : new Error('No host', { cause: error }));
        return;
      }
      super.connect(callback);
    }
  };
}

/** Asks all hosts in parallel. @throws why none accepts writes, preferably a retryable reason */
async function findWritable(urls: readonly string[]): Promise<Host> {
  try {
    return await Promise.any(urls.map(askHost));
  } catch (error) {
    const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw reasons.find(mayPass) ?? reasons[0];
  }
}

function mayPass(reason: unknown): boolean {
  return isDatabaseUnavailable(reason) && errorCodeOf(reason) !== 'ENOTFOUND';
}

async function askHost(connectionString: string): Promise<Host> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
    application_name: 'matricula',
  });
  // Errors also fail the query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readOnly: string }>(
      `select current_setting('transaction_read_only') as "readOnly"`,
    );
    if (rows[0]?.readOnly !== 'off') throw new ReadOnlyHost();
    return { host: client.host, port: client.port };
  } finally {
    void client.end();
  }
}

/** A standby, or a server made read-only. */
class ReadOnlyHost extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('No host takes writes.');
    this.name = 'ReadOnlyHost';
  }
}

/** Shares the result of pending work with concurrent callers. */
function sharePending<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined;
  return () => {
    pending ??= work().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
