import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifySchema } from 'fastify';

/** Reads the schemas of all calls, keyed like `PUT /api/answer`. */
export function loadApiCalls(folder: string): ReadonlyMap<string, FastifySchema> {
  const schemas = new Map<string, FastifySchema>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const {
      call,
      body,
      query: querystring,
      answer,
    }: ApiCall = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const asked = { ...(body && { body }), ...(querystring && { querystring }) };
    schemas.set(call, { ...asked, response: { 200: answer } });
  }
  return schemas;
}

/** Adds its schema to each route; a HEAD has the one of its GET. A test finds calls without a route. */
export function describeRoutes(app: FastifyInstance, schemas: ReadonlyMap<string, FastifySchema>): void {
  app.addHook('onRoute', (route) => {
    const method = String(route.method).replace('HEAD', 'GET');
    const schema = schemas.get(`${method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`);
    if (schema) route.schema ??= schema;
  });
}

type ApiCall = {
  readonly call: string;
  readonly query?: object;
  readonly body?: object;
  readonly answer: unknown;
};
