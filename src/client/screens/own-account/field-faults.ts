import { isRecord } from '#form/definition/is-record.ts';
import { errorMessageOf, RequestError } from '#client/api/request-error.ts';

/** What was refused, by the name of its field; what belongs to no field is under the first one. */
export function fieldFaults(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
  if (error === null || error === undefined) return {};
  const given = error instanceof RequestError ? error.body['errors'] : undefined;
  const errors = isRecord(given) ? given : {};
  const named = fields.find((field) => Object.hasOwn(errors, field));
  return { [named ?? fields[0] ?? '']: errorMessageOf(error) };
}
