/** True for an object with members: neither null nor a list. What comes from outside is looked at before it is read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object that was parsed; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member of an object by a name from outside, which may be one that every object inherits, such as `toString`. */
export function ownProperty<Value>(
  members: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}
