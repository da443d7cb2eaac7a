import type { FastifyInstance } from 'fastify';
import type { GetOpeningAnswer } from '#generated/api.ts';
import { OPENING_PATH } from '#form/definition/opening-paths.ts';
import { readApplication, readDocuments } from '#server/moves/moved-application.ts';
import { attachedFiles } from '#server/student-tables/document-store.ts';
import type { ApplicationServices } from './application-services.ts';
import { readTabs } from './control-routes.ts';
import { readProfile } from './profile-routes.ts';

/** What a page opens with in one answer, by the paths of the calls that answer its parts alone (decision 4). */
export function openingRoutes(app: FastifyInstance, parts: ApplicationServices): void {
  const { guard, schemaOf } = parts;
  const schema = schemaOf('GET /api/opening');
  app.get(OPENING_PATH, { schema, onRequest: guard.require }, async (request): Promise<GetOpeningAnswer> => {
    const session = guard.of(request);
    const application = await readApplication(parts, session.studentId);
    return {
      '/api/profile': await readProfile(parts, session),
      '/api/tabs': readTabs(parts, application),
      '/api/add-another': application.counts,
      '/api/document-answer': attachedFiles(await readDocuments(parts, session.studentId)),
    };
  });
}
