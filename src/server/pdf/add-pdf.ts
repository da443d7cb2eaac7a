import { once } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createCopyQueue } from './copy-queue.ts';
import { createCopyMaker } from './make-copy.ts';
import { COPIES_AT_ONCE } from './render/renderer.ts';
import { createPdfCopyStore } from './pdf-copy-store.ts';
import { pdfRoutes } from './pdf-routes.ts';
import type { Services } from '../start/services.ts';

type PdfServices = Pick<
  Services,
  | 'audit'
  | 'clientLimits'
  | 'clock'
  | 'createRenderToken'
  | 'db'
  | 'definition'
  | 'files'
  | 'guard'
  | 'institution'
  | 'jobs'
  | 'limits'
  | 'onFault'
  | 'partner'
  | 'random'
  | 'renderer'
  | 'schemaOf'
>;

/** Adds the PDF copy to the application: its routes, and the work behind them. */
export async function addPdf(app: FastifyInstance, services: PdfServices): Promise<void> {
  const copies = createPdfCopyStore(services);
  const queue = createCopyQueue(copies, services.clock);
  const copying = { ...services, copies, queue, origin: () => ownAddress(app.server) };
  pdfRoutes(app, copying);
  app.addHook('onClose', () => services.renderer.close());
  await services.jobs.work('pdf', createCopyMaker(copying), COPIES_AT_ONCE);
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
