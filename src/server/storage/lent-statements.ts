import { createHash } from 'node:crypto';
import { Query, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { errorCodeOf } from '../http/error-log.ts';

type Named = { readonly name: string; readonly text: string };

/** PostgreSQL: this connection has no statement of that name, or has one already. Nothing was run. */
const UNKNOWN = '26000';
const KNOWN_ALREADY = '42P05';

/** The names that the connections behind a client are likely to know. */
const known = new WeakMap<PoolClient, Set<string>>();

/**
 * Runs a statement outside of a transaction on whichever connection a pooler lends. Those are few and stay, so a name
 * that one of them was given once is known to it for the next user. The client guesses, and asks again
 * the other way when the connection knew less or more; what two guesses miss runs without a name.
 */
export async function runLent<Row extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Named,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const names = known.get(client) ?? new Set();
  known.set(client, names);
  const lent = lentName(name, text);
  for (let guess = 0; guess < 2; guess += 1) {
    try {
      const result = await runNamed<Row>(client, { name: lent, text }, { values, isKnown: names.has(lent) });
      names.add(lent);
      return result;
    } catch (error) {
      if (errorCodeOf(error) === UNKNOWN) names.delete(lent);
      else if (errorCodeOf(error) === KNOWN_ALREADY) names.add(lent);
      else throw error;
    }
  }
  return client.query<Row>(text, [...values]);
}

/** Servers of two releases may be lent the same connection: another text has another name. */
function lentName(name: string, text: string): string {
  return `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

type Run = { readonly values: readonly unknown[]; readonly isKnown: boolean };

/** The driver would give the name once for each client, which behind a pooler says nothing of the connection. */
function runNamed<Row extends QueryResultRow>(
  client: PoolClient,
  statement: Named,
  { values, isKnown }: Run,
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const query = new Query<Row>({ ...statement, values: [...values] }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(Object.assign(query, { hasBeenParsed: () => isKnown }));
  });
}
