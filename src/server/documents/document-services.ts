import type { Services } from '../start/services.ts';

/** What the routes of documents use. */
export type DocumentServices = Pick<
  Services,
  | 'audit'
  | 'clientLimits'
  | 'clock'
  | 'db'
  | 'definition'
  | 'discard'
  | 'files'
  | 'guard'
  | 'jobs'
  | 'limits'
  | 'random'
  | 'schemaOf'
>;
