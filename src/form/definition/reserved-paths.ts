import { CARD_KEYS } from './account-cards.ts';

/** Prefixes of API paths, and of health checks. */
export const CALL_PATHS = ['api', 'public', 'lookup', 'service', 'healthz', 'readyz'] as const;

/** Prefixes of server paths other than the page: API and assets. */
export const SERVER_PATHS = [...CALL_PATHS, 'assets'] as const;

/** Screens that are not questionnaire pages. */
export const SCREEN_PATHS: readonly string[] = [
  ...Object.keys(CARD_KEYS),
  'account',
  'completion',
  'review',
  'stop-reminders',
  'cancel-email',
];

/** Batch call for opening a form: the responses of several others, by path. */
export const OPENING_PATH = '/api/opening';
