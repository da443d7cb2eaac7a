/**
 * The log-in cards, by the names of their files in schemas/accounts, and the questions of each: the screens and the
 * server ask for these cards and read these answers by their keys.
 */
export const CARD_KEYS = {
  login: ['username', 'password'],
  signup: ['username', 'password'],
  confirm: ['username', 'code'],
  forgot: ['username'],
  reset: ['username', 'id', 'password', 'confirm_password'],
} as const;

export type CardId = keyof typeof CARD_KEYS;
