import type { FastifyInstance } from 'fastify';
import { conversionRoutes } from './conversion-routes.ts';
import { createConversionWorker } from './conversion-worker.ts';
import type { DocumentServices } from './document-services.ts';
import { documentRoutes } from './document-routes.ts';
import { createScanner } from './scan-file.ts';
import { presignRoutes } from './presign-routes.ts';
import { startSweepingDocuments } from './sweep-documents.ts';
import { uploadRoute } from './upload-route.ts';
import { isPermitOpen, updateUploadReceived } from '#server/student-tables/upload-store.ts';
import type { Services } from '../start/services.ts';

type AddedServices = DocumentServices & Pick<Services, 'config' | 'convert' | 'onFault'>;

/** The routes of documents, their conversion, and the sweep of their files. */
export async function addDocuments(app: FastifyInstance, services: AddedServices): Promise<void> {
  const { config, onFault } = services;
  for (const routes of [presignRoutes, documentRoutes, conversionRoutes]) routes(app, services);
  await addUpload(app, services);
  const scan = createScanner(config.scanner, onFault);
  await services.jobs.work('convert', createConversionWorker(services, scan));
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onListen', async () => {
    stop = startSweepingDocuments(services, onFault);
  });
  app.addHook('onClose', () => stop?.());
}

/** Adds the upload only where files are on this server's disk. */
async function addUpload(app: FastifyInstance, services: DocumentServices): Promise<void> {
  const { clientLimits, clock, db, discard, files, guard } = services;
  if (files.forms === undefined) return;
  await uploadRoute(app, {
    forms: files.forms,
    isOpen: (permit, request) =>
      clientLimits.run('upload', request, async () =>
        isPermitOpen(db, permit, (await guard.find(request))?.studentId),
      ),
    async onReceived(permit) {
      const isOpen = await updateUploadReceived(db, permit, clock());
      if (!isOpen) await discard([permit.key]);
      return isOpen;
    },
    onRequest: [clientLimits.rejectEarly('upload')],
  });
}
