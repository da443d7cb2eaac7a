import type { FastifyInstance } from 'fastify';
import type { ApplicationServices } from './application-services.ts';
import { answerRoutes } from './answer-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { openingRoutes, profileRoutes } from './profile-routes.ts';
import { submissionRoutes, submitRoutes } from './submit-routes.ts';

const AREAS = [profileRoutes, openingRoutes, answerRoutes, controlRoutes, submitRoutes, submissionRoutes];

/** What students read and save of their application, and its submission. */
export function applicationRoutes(app: FastifyInstance, parts: ApplicationServices): void {
  for (const routes of AREAS) routes(app, parts);
}
