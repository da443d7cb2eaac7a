import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillBusyRefusal } from '../http/refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { networkOf } from './client-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes in memory, of all and of one network: encrypted files are sent from memory, until their client has read them. */
const MOST_BYTES = { all: 256 * MEGABYTE, network: 64 * MEGABYTE };

/** Files read at a time, before their sizes are known. */
const READING = { atOnce: 8, waiting: 1000, patienceMs: 10_000, full: stillBusyRefusal };

/** Exports sent at a time, each with one file in memory. */
const EXPORTS = { ...READING, waiting: 100 };

/** Time in milliseconds after which a download of which nothing is read is ended. */
const STALL_MS = 30_000;

/** Ends a reply of which nothing is read. */
export function endStalled(reply: FastifyReply, stallMs = STALL_MS): void {
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
}

type StoredFiles = { read(key: string): Promise<Buffer | undefined> };

/** Bounds the memory of downloads. */
export function createDownloads(files: StoredFiles, most = MOST_BYTES) {
  const held = new Map<string, number>();
  const inTurn = createBoundedQueue(READING);
  const exports = createBoundedQueue(EXPORTS);
  const add = (key: string, bytes: number): void => {
    const sum = (held.get(key) ?? 0) + bytes;
    if (sum === 0) held.delete(key);
    else held.set(key, sum);
  };
  return {
    /** Sends an export, which reads its files itself. @throws TooManyRequests while too many are unread */
    sendExport: (reply: FastifyReply, send: () => Promise<unknown>) =>
      exports(async () => {
        const { promise: ended, resolve } = Promise.withResolvers<unknown>();
        reply.raw.once('finish', resolve).once('close', resolve);
        await send();
        await ended;
        return reply;
      }),
    /** Reads a file that is sent as the reply. @throws TooManyRequests while too much is unread */
    read: (request: FastifyRequest, reply: FastifyReply, fileKey: string | null | undefined) =>
      inTurn(async () => {
        const network = `network ${networkOf(request.ip)}`;
        if ((held.get('all') ?? 0) > most.all || (held.get(network) ?? 0) > most.network)
          throw stillBusyRefusal();
        const file = fileKey ? await files.read(fileKey) : undefined;
        if (file === undefined) return undefined;
        for (const key of ['all', network]) add(key, file.length);
        finished(reply.raw, () => {
          for (const key of ['all', network]) add(key, -file.length);
        });
        return file;
      }),
  };
}
