import { CARD_KEYS } from './account-cards.ts';

/** How the paths of the calls begin, and those at which a supervisor asks how the server is. */
export const CALL_PATHS = ['api', 'public', 'lookup', 'service', 'healthz', 'readyz'] as const;

/** How the paths begin that the server answers with anything but the page: calls, and what the page loads. */
export const SERVER_PATHS = [...CALL_PATHS, 'assets'] as const;

/** The screens that are no pages of the questionnaire. */
export const SCREEN_PATHS: readonly string[] = [
  ...Object.keys(CARD_KEYS),
  'account',
  'completion',
  'review',
  'stop-reminders',
];

/** The call with which a form opens: the answers of several others, by their paths. */
export const OPENING_PATH = '/api/opening';
