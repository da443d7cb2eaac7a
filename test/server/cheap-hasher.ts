import type { PasswordHasher } from '#server/accounts/password-hasher.ts';

/** For fast log-ins; the real hasher has its own suite. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => `cheap:${password}`,
  verify: async (passwordHash, password) => passwordHash === `cheap:${password}`,
};
