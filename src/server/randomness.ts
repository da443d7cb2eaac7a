import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Where secrets and ids come from: the operating system in production, a fixed sequence in tests. */
export interface Randomness {
  bytes(size: number): Buffer;
  /** A whole number from 0 to `below` - 1, each equally likely. */
  integer(below: number): number;
  uuid(): string;
}

export const systemRandomness: Randomness = {
  bytes: (size) => randomBytes(size),
  integer: (below) => randomInt(below),
  uuid: () => randomUUID(),
};
