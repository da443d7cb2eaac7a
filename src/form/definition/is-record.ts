/** True for an object with members: neither null nor a list. What comes from outside is looked at before it is read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
