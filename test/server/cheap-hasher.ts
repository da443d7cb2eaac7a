import type { PasswordHasher } from '#server/accounts/password-hasher.ts';

/** For tests that log in hundreds of times: what matters there is how often it is asked. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => `cheap:${password}`,
  verify: async (passwordHash, password) => passwordHash === `cheap:${password}`,
};
