import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifySchema } from 'fastify';
import { isRecord } from '#form/definition/own-property.ts';

/** The schema of one call's route, by its name in `schemas/api`, e.g. `PUT /api/answer`. */
export type SchemaOf = (call: string) => FastifySchema;

/**
 * Reads what `schemas/api` says of each call.
 *
 * @throws Error at the start when a file is no call, or when a route asks for a call that no file describes.
 */
export function loadApiCalls(folder: string): SchemaOf {
  const schemas = new Map<string, FastifySchema>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const file = join(folder, name);
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isApiCall(content)) throw new Error(`${file}: expected an object with "call" and "answer".`);
    const { body, query: querystring } = content;
    const asked = {
      ...(body === undefined ? {} : { body }),
      ...(querystring === undefined ? {} : { querystring }),
    };
    schemas.set(content.call, { ...asked, response: { 200: content.answer } });
  }
  return (call) => {
    const schema = schemas.get(call);
    if (schema === undefined) throw new Error(`${folder}: no file describes the call "${call}". Add one.`);
    return schema;
  };
}

type ApiCall = {
  readonly call: string;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly answer: unknown;
};

function isApiCall(content: unknown): content is ApiCall {
  return isRecord(content) && typeof content['call'] === 'string' && 'answer' in content;
}
