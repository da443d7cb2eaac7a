/** Log-in cards by file name in schemas/accounts, with the question keys that client and server read. */
export const CARD_KEYS = {
  login: ['username', 'password'],
  signup: ['username', 'password'],
  confirm: ['username', 'code'],
  forgot: ['username'],
  reset: ['username', 'id', 'password', 'confirm_password'],
} as const;

export type CardId = keyof typeof CARD_KEYS;
