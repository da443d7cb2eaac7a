import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { ApplicationParts } from './application-parts.ts';
import { submitApplication } from './submit-application.ts';

const INCOMPLETE = 'Some questions still need an answer. They are named in the summary and shown in red.';

export function submitRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const { guard, schemaOf } = parts;
  app.post(
    '/api/submit',
    { schema: schemaOf('POST /api/submit'), onRequest: guard.require },
    async (request) => {
      const result = await submitApplication(parts, guard.of(request));
      if (result.kind === 'invalid') throw new Refusal(422, INCOMPLETE, { errors: result.errors });
      return { message: 'Your application was successfully submitted.', receipt: result.receipt };
    },
  );
}
