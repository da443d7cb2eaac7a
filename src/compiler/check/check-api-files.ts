import { Ajv } from 'ajv';
import type { Context } from '../compile/context.ts';
import type { Cursor } from '../source/cursor.ts';

/** The bodies in `api/` are JSON Schemas that can be compiled. */
export function checkApiFiles({ sources, report }: Context): void {
  const ajv = new Ajv({ strictTypes: false, validateFormats: false });
  for (const name of sources.namesIn('api')) {
    const file = sources.cursor(`api/${name}.json`);
    for (const part of ['query', 'body', 'answer']) {
      const schema = file?.at(part);
      const reason = schema && bodyFault(schema, ajv);
      if (!schema || reason === undefined) continue;
      report(schema, {
        code: 'invalid-schema',
        found: `"${part}", which is not a JSON Schema`,
        expected: 'a JSON Schema (draft-07)',
        cure: `Correct it: ${reason}.`,
      });
    }
  }
}

/** Why a schema cannot be compiled; nothing when it can. */
function bodyFault(schema: Cursor, ajv: Ajv): string | undefined {
  try {
    ajv.compile(Object(schema.raw()));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
