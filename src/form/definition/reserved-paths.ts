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

/** The calls with which a page of the form opens, each a GET: the server takes them in their own turn. */
export const OPENING_PATHS: readonly string[] = [
  '/api/profile',
  '/api/tabs',
  '/api/add-another',
  '/api/document-answer',
];

/** The answers of all of them in one, by their paths, which the page asks for early. */
export const OPENING_PATH = '/api/opening';
