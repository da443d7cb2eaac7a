import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { isRecord } from '#form/definition/own-property.ts';

/** Reads the schemas of all calls, keyed like `PUT /api/answer`. @throws Error for a file that is not a call */
export function loadApiCalls(folder: string): ReadonlyMap<string, FastifySchema> {
  const schemas = new Map<string, FastifySchema>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const file = join(folder, name);
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isApiCall(content)) throw new Error(`${file}: expected an object with "call" and "answer".`);
    const { body, query: querystring } = content;
    const asked = { ...(body && { body }), ...(querystring && { querystring }) };
    schemas.set(content.call, { ...asked, response: { 200: content.answer } });
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

function isApiCall(content: unknown): content is ApiCall {
  return isRecord(content) && typeof content['call'] === 'string' && 'answer' in content;
}
