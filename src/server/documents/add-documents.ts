import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OnFault } from '../http/error-log.ts';
import type { OpenedFiles } from '../storage/open-files.ts';
import { readFileKind } from './convert/file-kind.ts';
import { conversionRoutes } from './conversion-routes.ts';
import { createConversionWorker, type ConvertFile } from './conversion-worker.ts';
import type { DocumentParts } from './document-parts.ts';
import { documentRoutes } from './document-routes.ts';
import type { ScannerAddress } from '../settings/service-addresses.ts';
import { createScanner } from './scan-file.ts';
import { presignRoutes } from './presign-routes.ts';
import { startSweepingDocuments } from './sweep-documents.ts';
import { uploadRoute } from './upload-route.ts';
import { isPermitOpen, updateUploadReceived } from '#server/student-tables/upload-store.ts';

export type AddedDocumentParts = Omit<DocumentParts, 'checkKind' | 'files'> & {
  readonly files: OpenedFiles;
  readonly convert: ConvertFile;
  readonly scanner: ScannerAddress | undefined;
  /** The student whose session a request carries; undefined without one. */
  readonly studentOf: (request: FastifyRequest) => Promise<string | undefined>;
  readonly onFault: OnFault;
};

/** The calls around documents, their conversion, and the order among their files. */
export async function addDocuments(app: FastifyInstance, added: AddedDocumentParts): Promise<void> {
  const parts = { ...added, checkKind: readFileKind };
  for (const routes of [presignRoutes, documentRoutes, conversionRoutes]) routes(app, parts);
  await addUpload(app, added);
  const scan = createScanner(added.scanner, added.onFault);
  await parts.jobs.work('convert', createConversionWorker({ ...parts, scan }));
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onListen', async () => {
    stop = startSweepingDocuments(parts, added.onFault);
  });
  app.addHook('onClose', () => stop?.());
}

/** Only where the files are on this server's disk does this server take them. */
async function addUpload(
  app: FastifyInstance,
  { files, studentOf, ...parts }: AddedDocumentParts,
): Promise<void> {
  if (files.forms === undefined) return;
  await uploadRoute(app, {
    forms: files.forms,
    isOpen: (permit, request) =>
      parts.clientLimits.run('upload', request, async () =>
        isPermitOpen(parts.db, permit, await studentOf(request)),
      ),
    async onReceived(permit) {
      const isOpen = await updateUploadReceived(parts.db, permit, parts.clock());
      if (!isOpen) await parts.discard([permit.key]);
      return isOpen;
    },
    onRequest: [parts.clientLimits.shed('upload')],
  });
}
