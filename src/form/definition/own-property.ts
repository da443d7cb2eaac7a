/** Whether a value is an object, not null or an array. For untrusted input. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a property of a parsed object; undefined without one. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns an own property by an untrusted name, which can be inherited such as `toString`. */
export function ownProperty<Value>(
  members: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}
