import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { ApplicationParts } from './application-parts.ts';
import { submitApplication } from './submit-application.ts';

const INCOMPLETE = 'Some questions still need an answer. They are named in the summary and shown in red.';

export function submitRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const { audit, guard, schemaOf } = parts;
  app.post(
    '/api/submit',
    { schema: schemaOf('POST /api/submit'), onRequest: guard.require },
    async (request) => {
      const session = guard.of(request);
      const result = await submitApplication(parts, session);
      const { username } = session;
      const outcome = result.kind === 'submitted' ? 'ok' : 'refused';
      await audit.record({ kind: 'submit', username, client: request.ip, result: outcome });
      if (result.kind === 'invalid') throw new Refusal(422, INCOMPLETE, { errors: result.errors });
      return { message: 'Your application was successfully submitted.', receipt: result.receipt };
    },
  );
}
