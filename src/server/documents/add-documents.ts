import type { FastifyInstance } from 'fastify';
import { CONVERSIONS_AT_ONCE } from './convert/conversion.ts';
import { documentRoutes } from './document-routes.ts';
import { createConversionWorker } from './conversion-worker.ts';
import { workInTurn } from './work-in-turn.ts';
import { createScanner } from './scan-file.ts';
import { repeatWork } from '../http/background-work.ts';
import { requireNoWait } from '../http/refusal.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { presignRoutes, uploadRoute } from './upload-routes.ts';
import { sweepDocuments } from './sweep-documents.ts';
import { selectOpenUpload, updateUploadReceived } from '#server/student-tables/upload-store.ts';
import type { Services } from '../start/services.ts';
import { refusalTexts } from '#texts/say.ts';

const SWEEP_MS = 10 * 60_000;

/** Posts of one form, which is used once. Students have limits for forms, so that networks need none. */
const POSTS_OF_FORM: Rate = { burst: 5, everyMs: 10_000 };

/** Adds document routes, the conversion worker, and the sweep of files. */
export async function addDocuments(app: FastifyInstance, services: Services): Promise<void> {
  const { config, onError } = services;
  for (const routes of [presignRoutes, documentRoutes]) routes(app, services);
  await addUpload(app, services);
  const scan = createScanner(config.scanner, onError);
  await workInTurn(services, 'convert', createConversionWorker(services, scan), CONVERSIONS_AT_ONCE);
  const sweep = () => sweepDocuments(services);
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onListen', async () => {
    stop = repeatWork(sweep, SWEEP_MS, (error) => onError('sweeping files', error));
  });
  app.addHook('onClose', () => stop?.());
}

/** Adds the upload route if files are on this server's disk. */
async function addUpload(app: FastifyInstance, services: Services): Promise<void> {
  const { clientLimits, clock, db, discard, files, guard, memoryLimits } = services;
  if (files.forms === undefined) return;
  await uploadRoute(app, {
    forms: files.forms,
    async findOpen(permit, request) {
      requireNoWait(memoryLimits.consume(`upload:${permit.key}`, POSTS_OF_FORM), refusalTexts.manyRequests);
      return selectOpenUpload(db, permit, (await guard.find(request))?.studentId);
    },
    async onReceived(permit) {
      const isOpen = await updateUploadReceived(db, permit, clock());
      if (!isOpen) await discard([permit.key]);
      return isOpen;
    },
    limitUnsigned: clientLimits.rejectEarly('upload'),
  });
}
