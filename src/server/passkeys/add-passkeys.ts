import type { FastifyInstance } from 'fastify';
import type { Limits } from '../limits/limits.ts';
import type { ServerSecret } from '../storage/server-secret.ts';
import { createChallenges } from './challenges.ts';
import { passkeyLogin } from './passkey-login.ts';
import type { PasskeyParts } from './passkey-parts.ts';
import { passkeyRoutes } from './passkey-routes.ts';

type PasskeyDeps = Omit<PasskeyParts, 'challenges' | 'site'> & {
  readonly limits: Limits;
  readonly secret: ServerSecret;
  /** Origin of this server as students see it. */
  readonly publicOrigin: () => string;
  /** By which browsers name the site. */
  readonly institution: string;
};

/** The calls around passkeys. */
export function addPasskeys(app: FastifyInstance, deps: PasskeyDeps): void {
  const site = () => {
    const origin = deps.publicOrigin();
    return { name: deps.institution, origin, host: new URL(origin).hostname };
  };
  const parts = { ...deps, site, challenges: createChallenges(deps) };
  passkeyLogin(app, parts);
  passkeyRoutes(app, parts);
}
