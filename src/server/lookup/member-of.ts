/** A member of an object that was parsed; undefined where there is none. */
import { isRecord } from '#form/definition/own-property.ts';

export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
