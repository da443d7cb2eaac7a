/** A member of an object by a name from outside, which may be one that every object inherits, such as `toString`. */
export function ownMember<Value>(
  members: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}
