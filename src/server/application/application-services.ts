import type { Services } from '../start/services.ts';

/** What the routes of the application use. */
export type ApplicationServices = Pick<
  Services,
  | 'audit'
  | 'clock'
  | 'db'
  | 'definition'
  | 'discard'
  | 'guard'
  | 'jobs'
  | 'localized'
  | 'log'
  | 'questionnaire'
  | 'random'
  | 'schemaOf'
  | 'secret'
>;
