import { once } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createCopyQueue } from './copy-queue.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { type MakeCopyParts, createCopyMaker } from './make-copy.ts';
import { COPIES_AT_ONCE } from './render/renderer.ts';
import { createPdfCopyStore, type PdfCopyStoreParts } from './pdf-copy-store.ts';
import { pdfRoutes, type PdfRouteParts } from './pdf-routes.ts';

export type PdfParts = Omit<MakeCopyParts & PdfRouteParts, 'copies' | 'origin' | 'queue'> &
  PdfCopyStoreParts & {
    readonly jobs: Pick<JobQueue, 'send' | 'wake' | 'work'>;
  };

/** Adds the PDF copy to the application: its calls, and the work behind them. */
export async function addPdf(app: FastifyInstance, parts: PdfParts): Promise<void> {
  const copies = createPdfCopyStore(parts);
  const queue = createCopyQueue(copies, parts.clock);
  pdfRoutes(app, { ...parts, copies, queue });
  app.addHook('onClose', () => parts.renderer.close());
  await parts.jobs.work(
    'pdf',
    createCopyMaker({
      ...parts,
      copies,
      queue,
      origin: () => ownAddress(app.server),
    }),
    COPIES_AT_ONCE,
  );
}

/**
 * Where this very server listens, as its own machine reaches it: PUBLIC_URL may lead through a proxy.
 * A job that was left over from the last start may ask before it listens, and waits.
 */
async function ownAddress(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server listens on no port.');
  const { address, family, port } = listening;
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
