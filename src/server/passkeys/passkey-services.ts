import type { Services } from '../start/services.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import type { PasskeySite } from './check-passkey.ts';

type NeededServices = Pick<
  Services,
  | 'audit'
  | 'clientLimits'
  | 'db'
  | 'guard'
  | 'institution'
  | 'jobs'
  | 'limits'
  | 'openSession'
  | 'publicOrigin'
  | 'random'
  | 'schemaOf'
  | 'secret'
  | 'steadyClock'
  | 'withOwnPassword'
>;

/** What the routes of passkeys use. */
export type PasskeyServices = NeededServices & {
  readonly challenges: Challenges;
  /** By what browsers name this site. */
  readonly site: () => PasskeySite;
};

export function createPasskeyServices(services: NeededServices): PasskeyServices {
  const { institution, publicOrigin } = services;
  return {
    ...services,
    challenges: createChallenges(services),
    site() {
      const origin = publicOrigin();
      return { name: institution, origin, host: new URL(origin).hostname };
    },
  };
}
