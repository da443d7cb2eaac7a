import type { PasswordHasher } from '#server/accounts/password-hasher.ts';

/** For tests, which log in hundreds of times; the real one has a suite of its own, and is that of the journeys. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => `cheap:${password}`,
  verify: async (passwordHash, password) => passwordHash === `cheap:${password}`,
};
